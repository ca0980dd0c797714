import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const parent = join(import.meta.dirname, '../../node_modules/.cache/posts-understudy/scores')

/** What a long measurement has found so far: kept in a file, so that the next run goes on where this one ends. */
export interface Checkpoint<Item> {
  readonly all: readonly Item[]
  get(key: string): Item | undefined
  put(item: Item): Promise<void>
}

/**
 * Opens `node_modules/.cache/posts-understudy/scores/NAME.jsonl`. Of items with one key the last counts.
 * @param isAnew whether it begins empty. */
export async function openCheckpoint<Item>(
  name: string,
  keyOf: (item: Item) => string,
  isAnew = false,
): Promise<Checkpoint<Item>> {
  await mkdir(parent, { recursive: true })
  const file = join(parent, `${name}.jsonl`)
  if (isAnew) await rm(file, { force: true })
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  const items = new Map(lines.map((line) => [keyOf(JSON.parse(line)), JSON.parse(line) as Item]))
  return {
    get all() {
      return [...items.values()]
    },
    get: (key) => items.get(key),
    async put(item) {
      items.set(keyOf(item), item)
      await appendFile(file, `${JSON.stringify(item)}\n`)
    },
  }
}
