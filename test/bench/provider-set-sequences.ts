import { parseArgs } from 'node:util'
import { type SearchResult, searchSequences } from '../../contracts/sequences/search.ts'
import { realClock } from '../../contracts/session/client/clock.ts'
import { createProviderClient } from '../../contracts/session/client.ts'
import { Concurrency } from '../../contracts/session/concurrency.ts'
import { usualSequences } from '../../contracts/verify/time-plan.ts'
import { completeProfile } from '../../handlers/choices/profile.ts'
import type { Change } from '../provider-set/provider.ts'
import { sequenceFaults } from '../provider-set/sequence-faults.ts'
import { startProvider } from '../provider-set/start.ts'
import { variations } from '../provider-set/variations.ts'
import { anyWrite } from '../support/any-write.ts'

/** A provider of the set. */
interface Member {
  readonly name: string
  readonly change: Change
  readonly headers?: Readonly<Record<string, string>>
}

const { values } = parseArgs({
  options: {
    of: { type: 'string', multiple: true, default: ['correct', 'faults', 'variations'] },
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    atATime: { type: 'string', default: '2' },
    runs: { type: 'string', default: String(usualSequences.runs) },
    budget: { type: 'string', default: String(usualSequences.budget / 1000) },
    quick: { type: 'boolean', default: false },
  },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.from) + at)
const every = values.quick ? 20 : Number(values.every)

/** Runs sequences at a provider of its own. */
async function search({ change, headers = {} }: Member, seed: number): Promise<SearchResult> {
  const { url, close } = await startProvider(change)
  const concurrency = new Concurrency()
  const client = createProviderClient({ url, headers, concurrency, timeout: 5000 }).writing(anyWrite)
  try {
    return await searchSequences({
      send: client.send,
      marker: 'pu-bench',
      profile: completeProfile(),
      seed,
      runs: Number(values.runs),
      budget: Number(values.budget) * 1000,
      settle: 300,
      lateness: { longest: 0 },
      signal: new AbortController().signal,
      clock: realClock,
      concurrency,
    })
  } finally {
    await client.close()
    await close()
  }
}

async function run(what: string, members: readonly Member[], isFaulty: boolean): Promise<void> {
  const chosen = members.filter(({ name }, at) => values.only?.includes(name) ?? at % every === 0)
  const rest = chosen.values()
  const lengths: number[] = []
  const counts = { right: 0, providers: 0 }
  let done = 0
  const worker = async () => {
    for (const member of rest) {
      const results: string[] = []
      for (const seed of seeds) {
        const { failure, lost } = await search(member, seed)
        if (failure) lengths.push(failure.steps.length)
        if ((failure !== undefined) === isFaulty && lost === undefined) counts.right++
        else
          results.push(
            `${seed}: ${failure?.findings[0]?.about ?? lost ?? 'nothing found'} ${failure?.path ?? ''}`,
          )
      }
      process.stderr.write(`${what}: ${member.name} (${++done} of ${chosen.length})\n`)
      if (results.length === 0) counts.providers++
      else
        process.stdout.write(
          `  ${member.name}, wrong at ${results.length} of ${seeds.length} seeds: ${results.join('; ')}\n`,
        )
    }
  }
  await Promise.all(Array.from({ length: Number(values.atATime) }, worker))
  const median = lengths.toSorted((one, other) => one - other)[lengths.length >> 1]
  const length = isFaulty ? `; shortest sequences of ${median} steps, the median` : ''
  process.stdout.write(
    `${what}: ${counts.right} of ${chosen.length * seeds.length}; at every seed ${counts.providers} of ${chosen.length}${length}\n`,
  )
}

/** What sequences cost at a correct provider in the same process. */
async function measure(): Promise<void> {
  const start = performance.now()
  const { steps, sequences, moves, looks, failure } = await search({ name: 'correct', change: () => ({}) }, 1)
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(
    `correct provider: ${sequences} sequences, ${steps} steps in ${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} steps/s; ${moves} requests, ${looks} looks, ${(looks / steps).toFixed(2)} looks a step${failure ? '; IT FAILED' : ''}\n`,
  )
}

if (values.of.includes('correct')) await measure()
if (values.of.includes('faults')) await run('sequence faults caught', sequenceFaults, true)
if (values.of.includes('variations')) await run('variations accepted', variations, false)
