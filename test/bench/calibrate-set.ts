import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProvider } from '../provider-set/start.ts'
import type { Variation } from '../provider-set/variation.ts'
import { variations } from '../provider-set/variations.ts'
import { calibrateThenVerify } from '../support/calibrate/calibrate-then-verify.ts'
import { openCheckpoint } from './checkpoint.ts'

// How many correct providers `verify --profile` holds against the profile that `calibrate` has read off them.

const { values } = parseArgs({
  options: {
    /** Names of providers; default all. */
    only: { type: 'string', multiple: true },
    /** The beginning of a silence, such as `create.`. */
    choice: { type: 'string', multiple: true },
    /** Asks those again that did not agree; default those alone that were not asked yet. */
    again: { type: 'boolean', default: false },
    /** Forgets what earlier runs have found. */
    anew: { type: 'boolean', default: false },
    /** Ends after so many minutes; the next run goes on. */
    minutes: { type: 'string', default: 'Infinity' },
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
const checkpoint = await openCheckpoint<{ readonly name: string; readonly complaints: readonly string[] }>(
  'calibrate-set',
  ({ name }) => name,
  values.anew,
)
const isKnown = ({ name }: Variation) => {
  const known = checkpoint.get(name)
  return known !== undefined && (known.complaints.length === 0 || !values.again)
}
const rest = chosen.filter((each) => values.only !== undefined || !isKnown(each)).values()
const end = performance.now() + Number(values.minutes) * 60_000

async function work(): Promise<void> {
  for (const variation of rest) {
    if (performance.now() > end) return
    await checkpoint.put({ name: variation.name, complaints: await complaintsAt(variation) })
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
const asked = chosen.flatMap(({ name }) => checkpoint.get(name) ?? [])
const others = asked.filter(({ complaints }) => complaints.length > 0)
for (const { name, complaints } of others) process.stdout.write(`${name}: ${complaints.join('\n    ')}\n`)
const agreed = asked.length - others.length
process.stdout.write(
  `calibrate, then verify --profile: ${agreed} of ${asked.length} correct providers exit 0; ${chosen.length - asked.length} were not asked\n`,
)
process.exitCode = others.length === 0 ? 0 : 1
