import type { ClauseId } from '../document/clauses.ts'
import type { Attempts } from '../judge/attempts.ts'
import { confirm, type SequenceFailure } from './confirm.ts'
import type { Difference } from './difference.ts'
import { fixedSequences, prelude, undisturbed } from './fixed-sequences.ts'
import type { SearchOptions } from './search-options.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import { SequenceRunner } from './sequence-runner.ts'
import { type Failing, shrink } from './shrink.ts'
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
  const waiting = new Waiting(options)
  const searching = (options.path === undefined ? search : replay)(runner, waiting, options)
  const outcome = await searching.then(
    (failure) => (failure ? { failure } : {}),
    (lost: unknown) => ({ lost }),
  )
  const { sequences, steps, moves, requests, observations, attempts, widest } = runner
  const differences = [...runner.differences.values()]
  const counts = { sequences, steps, moves, looks: requests - moves, width: widest }
  return { ...counts, observations, attempts, differences, ...outcome }
}

/** How long shrinking and confirming a failure may take, in milliseconds. */
const forShrinking = 10_000

async function search(
  runner: SequenceRunner,
  waiting: Waiting,
  options: SearchOptions,
): Promise<SequenceFailure | undefined> {
  const found = await findFirst(runner, waiting, options)
  if (!found) return undefined
  options.onProgress?.({ sequences: runner.sequences, isFailing: true, left: forShrinking })
  const timed = { ...options, end: options.clock.now() + forShrinking }
  // It may only fail together with other sequences, or after them.
  const outcome = await runner.runUntilFailing(found.steps, waiting.short(), timed.end)
  const shortest = outcome ? await shrink(runner, waiting, { ...found, outcome }, timed) : found
  const failure = await confirm(runner, waiting, shortest, timed)
  const isAmid = !outcome && failure.shown === 1 && runner.widest > 1
  return isAmid ? { ...failure, amid: runner.widest } : failure
}

/** Runs one sequence, again if it fails, to classify the failure. */
async function replay(
  runner: SequenceRunner,
  waiting: Waiting,
  options: SearchOptions,
): Promise<SequenceFailure | undefined> {
  const { path = '' } = options
  const steps = new SequenceGenerator(options).at(path)
  // Measures the provider, as before the path was found.
  await runner.run(prelude, waiting.usual)
  const outcome = await runner.runUntilFailing(steps, waiting.usual)
  const end = options.clock.now() + forShrinking
  return outcome && (await confirm(runner, waiting, { steps, outcome, path }, { ...options, end }))
}

/**
 * Runs sequences until one shows a fault, concurrently where the provider is distant. The fixed ones run to their end,
 * however long that takes; new ones are drawn within the budget.
 */
async function findFirst(
  runner: SequenceRunner,
  waiting: Waiting,
  options: SearchOptions,
): Promise<Failing | undefined> {
  const { clock, concurrency, runs, onProgress } = options
  const drawn = new SequenceGenerator(options).all()
  const found: Failing[] = []
  const started = clock.now()
  let index = 0
  const next = function* (end: number) {
    for (; index < Math.min(end, runs) && clock.now() < runner.deadline && found.length === 0; index++)
      yield { steps: drawn.next().value, path: String(index) }
  }
  const runOne = async ({ steps, path }: Pick<Failing, 'steps' | 'path'>) => {
    const outcome = await runner.run(steps, waiting.usual)
    if (outcome.findings.length > 0) found.push({ steps, outcome, path })
    const fixed = (clock.now() - started) * Math.max(0, fixedSequences.length / runner.sequences - 1)
    const left = Math.min(fixed + options.budget, runner.deadline - clock.now())
    onProgress?.({ sequences: runner.sequences, isFailing: false, left })
  }
  await concurrency.each(next(undisturbed), runOne, 1)
  runner.atOnce = concurrency.limit
  await concurrency.each(next(fixedSequences.length), runOne, runner.atOnce)
  runner.deadline = clock.now() + options.budget
  await concurrency.each(next(runs), runOne, runner.atOnce)
  runner.atOnce = 1
  runner.deadline = Number.POSITIVE_INFINITY
  return found[0]
}
