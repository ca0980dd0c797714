import type { Profile } from '../../handlers/choices/profile.ts'
import type { Attempts } from '../judge/attempts.ts'
import type { Waiting } from '../model/waiting.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Clock } from '../wire/clock.ts'
import type { Concurrency } from '../wire/concurrency.ts'
import { confirm, type SequenceFailure } from './confirm.ts'
import { fixedSequences, prelude, undisturbed } from './fixed-sequences.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import type { SequenceRunner } from './sequence-runner.ts'
import { type Failing, shrink } from './shrink.ts'

export interface SearchOptions {
  readonly runner: SequenceRunner
  readonly waiting: Waiting
  readonly clock: Clock
  readonly concurrency: Concurrency
  readonly seed: number
  /** The profile of the mock whose replies a trace shows. */
  readonly profile: Profile
  /** Runs only the sequence with this path of a failure. */
  readonly path?: string
  /** How long to draw sequences after the fixed ones, in milliseconds. */
  readonly budget: number
  /** The most sequences. Default unlimited. */
  readonly most?: number
  /** Called after every sequence; `isFailing` once one has failed, `left` about how long it takes, in milliseconds. */
  readonly onProgress?: (progress: SearchProgress) => void
}

export interface SearchProgress {
  readonly sequences: number
  readonly isFailing: boolean
  readonly left: number
}

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
  readonly failure?: SequenceFailure
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/** How long a failing sequence may be shrunk and confirmed, in milliseconds. */
const forShrinking = 10_000

/**
 * Runs the fixed sequences of the five operations at a provider, then drawn ones, and shrinks the first that shows a
 * fault. Each sequence creates and removes its own posts.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const { runner, path } = options
  const outcome = await (path === undefined ? search(options) : replay(options, path)).then(
    (failure) => (failure ? { failure } : {}),
    (lost: unknown) => ({ lost }),
  )
  const { sequences, steps, moves, requests, observations, attempts, widest } = runner
  const counts = { sequences, steps, moves, looks: requests - moves, width: widest }
  return { ...counts, observations, attempts, ...outcome }
}

async function search(options: SearchOptions): Promise<SequenceFailure | undefined> {
  const { runner, waiting, onProgress, clock } = options
  const found = await findFirst(options)
  if (!found) return undefined
  onProgress?.({ sequences: runner.sequences, isFailing: true, left: forShrinking })
  const end = clock.now() + forShrinking
  // It may only fail together with other sequences, or after them.
  const outcome = await runner.runUntilFailing(found.steps, waiting.short(), end)
  const shortest = outcome ? await shrink({ ...found, outcome }, { ...options, end }) : found
  const failure = await confirm(runner, waiting, shortest, { ...options, end })
  const isAmid = !outcome && failure.shown === 1 && runner.widest > 1
  return isAmid ? { ...failure, amid: runner.widest } : failure
}

/** Runs one sequence, again if it fails, to classify the failure. */
async function replay(options: SearchOptions, path: string): Promise<SequenceFailure | undefined> {
  const { runner, waiting, clock } = options
  const steps = new SequenceGenerator(options).at(path)
  // Measures the provider, as before the path was found.
  await runner.run(prelude, waiting.usual)
  const outcome = await runner.runUntilFailing(steps, waiting.usual)
  const end = clock.now() + forShrinking
  return outcome && (await confirm(runner, waiting, { steps, outcome, path }, { ...options, end }))
}

/** Runs sequences until one shows a fault, concurrently where the provider is distant. */
async function findFirst(options: SearchOptions): Promise<Failing | undefined> {
  const { runner, waiting, clock, concurrency, budget, most = Number.POSITIVE_INFINITY, onProgress } = options
  const started = clock.now()
  const drawn = new SequenceGenerator(options).all()
  const found: Failing[] = []
  let index = 0
  const next = function* (isMore: () => boolean) {
    for (; isMore() && index < most && found.length === 0; index++)
      yield { steps: drawn.next().value, path: String(index) }
  }
  const runOne = async ({ steps, path }: Pick<Failing, 'steps' | 'path'>) => {
    const outcome = await runner.run(steps, waiting.usual)
    if (outcome.findings.length > 0) found.push({ steps, outcome, path })
    const fixed = (clock.now() - started) * Math.max(0, fixedSequences.length / runner.sequences - 1)
    const left = Math.min(fixed + budget, runner.deadline - clock.now())
    onProgress?.({ sequences: runner.sequences, isFailing: false, left })
  }
  await concurrency.each(
    next(() => index < undisturbed),
    runOne,
    1,
  )
  runner.atOnce = concurrency.limit
  await concurrency.each(
    next(() => index < fixedSequences.length),
    runOne,
    runner.atOnce,
  )
  const deadline = clock.now() + budget
  runner.deadline = deadline
  await concurrency.each(
    next(() => clock.now() < deadline),
    runOne,
    runner.atOnce,
  )
  runner.atOnce = 1
  runner.deadline = Number.POSITIVE_INFINITY
  return found[0]
}
