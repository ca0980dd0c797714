import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProvider } from '../provider-set/start.ts'
import type { Variation } from '../provider-set/variation.ts'
import { variations } from '../provider-set/variations.ts'
import { calibrateThenVerify } from '../support/calibrate/calibrate-then-verify.ts'

const { values } = parseArgs({
  options: {
    /** Names of providers; default all. */
    only: { type: 'string', multiple: true },
    /** The beginning of a silence, such as `create.`. */
    choice: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    atATime: { type: 'string', default: '4' },
    quick: { type: 'boolean', default: false },
  },
})

const every = values.quick ? 12 : Number(values.every)
const chosen = variations
  .filter(({ choice }) => values.choice?.some((start) => choice.startsWith(start)) ?? true)
  .filter(({ name }, at) => (values.only ? values.only.includes(name) : at % every === Number(values.first)))
const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-calibrate-'))
const rest = chosen.values()
let agreed = 0

async function work(): Promise<void> {
  for (const variation of rest) {
    const complaints = await complaintsAt(variation)
    if (complaints.length === 0) agreed++
    else process.stdout.write(`${variation.name}: ${complaints.join('\n    ')}\n`)
  }
}

async function complaintsAt({ change, headers }: Variation): Promise<readonly string[]> {
  const { url, close } = await startProvider(change)
  try {
    return await calibrateThenVerify({
      url,
      ledgerFolder: folder,
      settle: 300,
      timeout: 15_000,
      ...(headers ? { headers } : {}),
    })
  } catch (error) {
    return [`throws ${error instanceof Error ? error.stack : error}`]
  } finally {
    await close()
  }
}

await Promise.all(Array.from({ length: Number(values.atATime) }, work))
await rm(folder, { recursive: true, force: true })
process.stdout.write(
  `calibrate, then verify --profile: ${agreed} of ${chosen.length} correct providers exit 0\n`,
)
process.exitCode = agreed === chosen.length ? 0 : 1
