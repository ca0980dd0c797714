import * as fc from 'fast-check'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { Finding } from '../judge/finding.ts'
import type { Waiting } from '../model/waiting.ts'
import type { Clock } from '../wire/clock.ts'
import type { Concurrency } from '../wire/concurrency.ts'
import { fixedExamples, sequenceAt, sequences, sequencesOf } from './draw.ts'
import { fixedSequences, prelude, undisturbed } from './fixed-sequences.ts'
import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'
import { type TraceLine, traceOf } from './trace.ts'

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

interface SearchProgress {
  readonly sequences: number
  readonly isFailing: boolean
  readonly left: number
}

export interface SearchResult {
  /** How many ran, shrinking and confirming included. */
  readonly sequences: number
  readonly failure?: SequenceFailure
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/** The shortest sequence found that shows a fault. */
export interface SequenceFailure {
  readonly steps: readonly Step[]
  /** Replays it, with the seed. */
  readonly path: string
  readonly findings: readonly Finding[]
  /** What was sent and answered, the last time that it showed. */
  readonly trace: readonly TraceLine[]
  /** Whether it failed each time, sometimes, or was right after a while. */
  readonly kind: 'deterministic' | 'flaky' | 'late'
  /** How often it was run, and how often it failed. */
  readonly runs: number
  readonly shown: number
  /** How long it took to become right, in milliseconds. */
  readonly window?: number
  /** How many sequences ran concurrently when it failed; missing where it also fails alone. */
  readonly amid?: number
}

interface Failing {
  readonly steps: readonly Step[]
  readonly outcome: SequenceOutcome
  /** Identifies it, together with the seed. */
  readonly path: string
}

/** How long a failing sequence may be shrunk and confirmed, in milliseconds. */
const forShrinking = 10_000
/** How often an intermittent failure is run. */
const often = 7

/**
 * Runs the fixed sequences of the five operations at a provider, then drawn ones, and shrinks the first that shows a
 * fault. Each sequence creates and removes its own posts.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const { runner, path } = options
  const before = runner.sequences
  const outcome = await (path === undefined ? search(options) : replay(options, path)).then(
    (failure) => (failure ? { failure } : {}),
    (lost: unknown) => ({ lost }),
  )
  return { sequences: runner.sequences - before, ...outcome }
}

async function search(options: SearchOptions): Promise<SequenceFailure | undefined> {
  const { runner, waiting, clock, onProgress } = options
  const found = await findFirst(options)
  if (!found) return undefined
  const { isLate } = waiting
  onProgress?.({ sequences: runner.sequences, isFailing: true, left: forShrinking })
  const end = clock.now() + forShrinking
  // It may only fail together with other sequences, or after them.
  const outcome = await runner.runUntilFailing(found.steps, waiting.short(), end)
  // It was late, as is known only now: reads may show an older state again.
  if (!outcome && waiting.isLate && !isLate) return await search(options)
  const failure = await confirm(
    outcome ? await shrink({ ...found, outcome }, options, end) : found,
    options,
    end,
  )
  const isAmid = !outcome && failure.shown === 1 && runner.widest > 1
  return isAmid ? { ...failure, amid: runner.widest } : failure
}

/** Runs one sequence, again if it fails, to classify the failure. */
async function replay(options: SearchOptions, path: string): Promise<SequenceFailure | undefined> {
  const { runner, waiting, clock, seed } = options
  const steps = sequenceAt(seed, path)
  // Measures the provider, as before the path was found.
  await runner.run(prelude, waiting.usual)
  const outcome = await runner.runUntilFailing(steps, waiting.usual)
  return outcome && (await confirm({ steps, outcome, path }, options, clock.now() + forShrinking))
}

/** Runs sequences until one shows a fault, concurrently where the provider is distant. */
async function findFirst(options: SearchOptions): Promise<Failing | undefined> {
  const { runner, waiting, clock, concurrency, seed, budget, onProgress } = options
  const { most = Number.POSITIVE_INFINITY } = options
  const started = clock.now()
  const drawn = sequencesOf(seed)
  const found: Failing[] = []
  let index = 0
  const next = function* (isMore: () => boolean) {
    for (; isMore() && index < most && found.length === 0; index++)
      yield { steps: drawn.next().value, path: String(index) }
  }
  const runOne = async ({ steps, path }: Pick<Failing, 'steps' | 'path'>) => {
    const outcome = await runner.run(steps, waiting.usual)
    if (outcome.findings.length > 0) found.push({ steps, outcome, path })
    const fixed = (clock.now() - started) * Math.max(0, fixedSequences.length / Math.max(1, index) - 1)
    const left = Math.min(fixed + budget, runner.deadline - clock.now())
    onProgress?.({ sequences: index, isFailing: false, left })
  }
  const runAll = (isMore: () => boolean, atOnce: number) => {
    runner.atOnce = atOnce
    return concurrency.each(next(isMore), runOne, atOnce)
  }
  await runAll(() => index < undisturbed, 1)
  await runAll(() => index < fixedSequences.length, concurrency.limit)
  runner.deadline = clock.now() + budget
  await runAll(() => clock.now() < runner.deadline, concurrency.limit)
  runner.atOnce = 1
  runner.deadline = Number.POSITIVE_INFINITY
  return found[0]
}

/** Shrinks a failing sequence. */
async function shrink(failing: Failing, options: SearchOptions, end: number): Promise<Failing> {
  const { runner, waiting, clock, seed } = options
  const known = new KnownOutcomes()
  known.add(failing.steps, failing.outcome)
  const property = fc.asyncProperty(sequences, async (steps) => {
    if (known.passes(steps) || clock.now() > end) return
    const outcome = known.failure(steps) ?? (await runner.run(steps, waiting.short()))
    known.add(steps, outcome)
    if (outcome.findings.length > 0) throw new Error(outcome.findings[0]?.about)
  })
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    path: failing.path,
    examples: fixedExamples,
    numRuns: 1,
  })
  const [steps] = counterexample ?? []
  const outcome = steps && known.failure(steps)
  return outcome && counterexamplePath ? { steps, outcome, path: counterexamplePath } : failing
}

/** The outcomes that follow from earlier runs. */
class KnownOutcomes {
  readonly #failures = new Map<string, SequenceOutcome>()
  readonly #passes = new Set<string>()

  add(steps: readonly Step[], outcome: SequenceOutcome): void {
    if (outcome.findings.length > 0) this.#failures.set(keyOf(steps.slice(0, outcome.length)), outcome)
    else this.#passes.add(keyOf(steps))
  }

  /** A sequence with a failed sequence as its prefix fails too. */
  failure(steps: readonly Step[]): SequenceOutcome | undefined {
    const key = keyOf(steps)
    return [...this.#failures].find(([failing]) => key.startsWith(failing))?.[1]
  }

  /** A prefix of a failed sequence passes; so does a sequence that passed. */
  passes(steps: readonly Step[]): boolean {
    const key = keyOf(steps)
    return (
      this.#passes.has(key) ||
      [...this.#failures.keys()].some((failing) => failing !== key && failing.startsWith(key))
    )
  }
}

/** The key of a prefix is a prefix of the key. */
function keyOf(steps: readonly Step[]): string {
  return steps.map((step) => `${JSON.stringify(step)};`).join('')
}

/** Runs a failing sequence again with new posts, to see whether it is deterministic, flaky or late. */
async function confirm(
  { steps, path, outcome }: Failing,
  { runner, waiting, clock, profile }: SearchOptions,
  end: number,
): Promise<SequenceFailure> {
  let latest = outcome
  let [count, shown, window] = [1, 1, 0]
  const again = async (patience = waiting.short()) => {
    const next = await runner.run(steps, patience)
    count++
    if (next.findings.length === 0) return
    shown++
    latest = next
  }
  await again(waiting.long((milliseconds) => (window = Math.max(window, Math.ceil(milliseconds)))))
  const isLate = shown < count && window > waiting.settle
  if (!isLate) await again()
  while (!isLate && shown < count && count < often && clock.now() < end) await again()
  const { findings, exchanges, mark } = latest
  const trace = await traceOf(exchanges, mark, profile)
  const about = { steps, path, findings, trace, runs: count, shown }
  if (isLate) return { ...about, kind: 'late', window }
  return { ...about, kind: shown === count ? 'deterministic' : 'flaky' }
}
