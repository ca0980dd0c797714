import { createPostsMock } from '../../src/index.ts'
import type { PostsMock } from '../../src/mock/mock.ts'
import type { CheckContextOptions } from './options.ts'
import { compare, type Row, rotated } from './row.ts'
import { plainPosts, sentFields } from './sample-posts.ts'

const section = 'store'
const sizes = [100, 10_000, 100_000]
const [small = 0, , large = 0] = sizes
const base = 'http://localhost/v1'

/** Reads, writes and resets of stores of three sizes, side by side. */
export async function storeSection({ rounds, say, seed }: CheckContextOptions): Promise<Row[]> {
  const figures = new Map<string, number[]>()
  const add = (what: string, figure: number) => figures.set(what, [...(figures.get(what) ?? []), figure])
  const of = (what: string) => figures.get(what) ?? []
  const mocks = new Map(
    sizes.map((size) => [size, createPostsMock({ seed, posts: plainPosts(size), baseUrl: base })]),
  )
  for (let round = -1; round < rounds; round++) {
    say(round < 0 ? 'store, warming up' : `store, round ${round + 1} of ${rounds}`)
    for (const size of rotated(sizes, round + 1)) {
      const mock = mocks.get(size)
      if (!mock) continue
      const measured = await measureStore(mock, size)
      if (round >= 0) for (const [what, figure] of Object.entries(measured)) add(`${what} ${size}`, figure)
    }
  }
  const least = (what: string) => of(`${what} ${small}`)
  const most = (what: string) => of(`${what} ${large}`)
  const beside = `at ${small}`
  const name = large.toLocaleString('en')
  const rows: Row[] = []
  for (const [what, unit, target] of [
    ['GET one', 'µs', { of: 'ratio', most: 1.5 }],
    ['store.read', 'ns', undefined],
    ['replace', 'ms', { of: 'ours', most: 5 }],
    ['delete', 'ms', { of: 'ours', most: 5 }],
  ] as const) {
    for (const size of sizes.slice(1)) {
      const isLarge = size === large
      const label = `${what} at ${size.toLocaleString('en')}`
      const ours = of(`${what} ${size}`)
      const theirs = least(what)
      rows.push(
        compare({ section, what: label, unit, ours, beside, theirs, target: isLarge ? target : undefined }),
      )
    }
  }
  const written = { of: 'ours', most: 2 } as const
  rows.push(
    compare({ section, what: `reset of ${small}`, unit: 'ms', ours: least('reset'), target: written }),
  )
  rows.push(compare({ section, what: `reset of ${name}`, unit: 'ms', ours: most('reset') }))
  rows.push(compare({ section, what: `first write at ${name}`, unit: 'ms', ours: most('first write') }))
  return rows
}

/** One round on one store; it begins and ends with the first posts. */
async function measureStore(mock: PostsMock, size: number): Promise<Record<string, number>> {
  const ids = someIds(size, 20_000)
  const read = await timePer(
    ids,
    async (id) => void (await (await mock.fetch(`${base}/posts/${id}`)).text()),
    3000,
  )
  const stored = timeReads(mock, ids)
  const fields = { ...sentFields }
  const first = await timePer([1], (id) => mock.posts.replace(id, fields))
  const writes = Math.min(300, size / 2)
  const changed = [...new Set(ids)].slice(0, writes)
  const replace = await timePer(changed, (id) => mock.posts.replace(id, fields))
  const removed = await timePer(changed, (id) => mock.posts.delete(id))
  const start = performance.now()
  mock.reset()
  if (mock.posts.count !== size)
    throw new Error(`Failed to reset ${size} posts: ${mock.posts.count} are there.`)
  const reset = performance.now() - start
  return {
    'GET one': read * 1000,
    'store.read': stored,
    'first write': first,
    replace,
    delete: removed,
    reset,
  }
}

/** Milliseconds for each id. */
async function timePer(
  ids: readonly number[],
  run: (id: number) => Promise<unknown>,
  limit = ids.length,
): Promise<number> {
  const start = performance.now()
  for (const id of ids.slice(0, limit)) await run(id)
  return (performance.now() - start) / Math.min(limit, ids.length)
}

/** Nanoseconds for each read. */
function timeReads({ posts }: PostsMock, ids: readonly number[]): number {
  const start = performance.now()
  let length = 0
  for (let times = 0; times < 10; times++) for (const id of ids) length += posts.read(id)?.title.length ?? 0
  if (length === 0) throw new Error('Failed to read: no post has a title.')
  return ((performance.now() - start) * 1e6) / (10 * ids.length)
}

/** Ids all over a store, the same in every run. */
function someIds(size: number, count: number): number[] {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 1 + Math.floor((state / 2 ** 32) * size)
  })
}
