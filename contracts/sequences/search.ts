import type { ClauseId } from '../document/clauses.ts'
import type { Attempts } from '../judge/attempts.ts'
import { confirm, type SequenceFailure } from './confirm.ts'
import type { Difference } from './difference.ts'
import { prelude, undisturbed } from './fixed-sequences.ts'
import type { SearchOptions } from './search-options.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import { type SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import { shrink } from './shrink.ts'
import type { Step } from './step.ts'
import { Waiting } from './waiting.ts'

export interface SearchResult {
  readonly sequences: number
  readonly steps: number
  /** Requests of the steps, and requests that checked their effects. */
  readonly moves: number
  readonly looks: number
  /** The most sequences that ran at the same time. */
  readonly width: number
  /** How many observations could have broken a clause. */
  readonly observations: ReadonlyMap<ClauseId, number>
  readonly attempts: Attempts
  /** The differences from the mock with the given profile, one of each kind. */
  readonly differences: readonly Difference[]
  readonly failure?: SequenceFailure
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/**
 * Runs random sequences of the five operations at a provider, and shrinks the first that shows a fault. Each sequence
 * creates and removes its own posts.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const runner = new SequenceRunner(options)
  const outcome = await searchOrReplay(runner, options).catch((lost: unknown) => ({ lost }))
  const { sequences, steps, moves, requests, observations, attempts, widest } = runner
  const differences = [...runner.differences.values()]
  const counts = { sequences, steps, moves, looks: requests - moves, width: widest }
  return { ...counts, observations, attempts, differences, ...outcome }
}

type Outcome = Pick<SearchResult, 'failure'>

async function searchOrReplay(runner: SequenceRunner, options: SearchOptions): Promise<Outcome> {
  const now = options.clock.now()
  const time = { ...options, end: now + options.budget }
  return await (options.path === undefined ? search : replay)(runner, new Waiting(options), time)
}

/** The part of the budget for finding a failing sequence. */
const searching = 0.75

interface Timed extends SearchOptions {
  /** When the search must end. */
  readonly end: number
}

async function search(runner: SequenceRunner, waiting: Waiting, options: Timed): Promise<Outcome> {
  const found = await findFirst(runner, waiting, options)
  if (!found) return {}
  const { steps, outcome, index } = found
  options.onProgress?.({ sequences: runner.sequences, isFailing: true })
  // It may only fail together with other sequences, or after them.
  const alone = await runner.runUntil(steps, waiting.short(), 3, options.end)
  const shortest = alone
    ? await shrink(runner, waiting, { steps, outcome: alone, path: String(index) }, options)
    : { steps, outcome, path: String(index) }
  const failure = await confirm(runner, waiting, shortest, options)
  const isAmid = !alone && failure.shown === 1 && runner.widest > 1
  return { failure: isAmid ? { ...failure, amid: runner.widest } : failure }
}

/** Runs one sequence, again if it fails, to classify the failure. */
async function replay(runner: SequenceRunner, waiting: Waiting, options: Timed): Promise<Outcome> {
  const { path = '' } = options
  const steps = new SequenceGenerator(options).at(path)
  // Measures the provider, as before the path was found.
  await runner.run(prelude, waiting.usual)
  const outcome = await runner.runUntil(steps, waiting.usual, 3)
  return outcome ? { failure: await confirm(runner, waiting, { steps, outcome, path }, options) } : {}
}

interface Found {
  readonly steps: readonly Step[]
  readonly outcome: SequenceOutcome
  readonly index: number
}

/** Runs sequences until one shows a fault, concurrently where the provider is distant. */
async function findFirst(
  runner: SequenceRunner,
  waiting: Waiting,
  options: Timed,
): Promise<Found | undefined> {
  const { clock, concurrency, runs, onProgress } = options
  const budget = options.budget * searching
  const deadline = clock.now() + budget
  const drawn = new SequenceGenerator(options).all()
  const found: Found[] = []
  let index = 0
  const next = function* (end: number) {
    for (; index < end && clock.now() < deadline && found.length === 0; index++)
      yield { index, steps: drawn.next().value }
  }
  const runOne = async ({ index, steps }: Pick<Found, 'index' | 'steps'>) => {
    const outcome = await runner.run(steps, waiting.usual)
    if (outcome.findings.length > 0) found.push({ steps, outcome, index })
    onProgress?.({ sequences: runner.sequences, isFailing: false })
  }
  // Sequences of concurrent requests get at most half of the time.
  runner.deadline = deadline - budget / 2
  await concurrency.each(next(Math.min(undisturbed, runs)), runOne, 1)
  runner.deadline = deadline
  runner.atOnce = concurrency.limit
  await concurrency.each(next(runs), runOne, runner.atOnce)
  runner.atOnce = 1
  runner.deadline = Number.POSITIVE_INFINITY
  return found[0]
}
