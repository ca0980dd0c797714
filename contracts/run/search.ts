import { defined } from '../../handlers/model/defined.ts'
import type { Finding } from '../judge/finding.ts'
import type { Clock } from '../wire/clock.ts'
import { sequenceAt } from './draw.ts'
import { fixedSequences, prelude, undisturbed } from './fixed-sequences.ts'
import { type FailedScenario, runScenarios, type Scenario, type ScenarioTerms } from './run-scenarios.ts'
import { shrink } from './shrink.ts'
import type { Step } from './step.ts'
import { type TraceLine, traceOf } from './trace.ts'

export interface SearchOptions extends Pick<ScenarioTerms, 'runner' | 'waiting' | 'pace'> {
  readonly clock: Clock
  readonly seed: number
  /** Runs only the sequence with this number. */
  readonly only?: number
  /** How long to draw sequences after the fixed ones, in milliseconds. */
  readonly budget: number
  /** The most sequences. Default unlimited. */
  readonly most?: number
  /** Called after every sequence; `isFailing` once one has failed, `left` about how long it takes, in milliseconds. */
  readonly onProgress?: (progress: SearchProgress) => void
}

interface SearchProgress {
  readonly isFailing: boolean
  readonly left: number
}

export interface SearchResult {
  readonly sequences: number
  readonly failure?: SequenceFailure
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/** The shortest sequence found that shows a fault. */
export interface SequenceFailure {
  readonly steps: readonly Step[]
  /** `sequence/3`: `--only` runs it again, a random one with the seed. */
  readonly key: string
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
  const { runner } = options
  const before = runner.sequences
  const outcome = await search(options).then(
    (failure) => defined({ failure }),
    (lost: unknown) => ({ lost }),
  )
  return { sequences: runner.sequences - before, ...outcome }
}

async function search(options: SearchOptions): Promise<SequenceFailure | undefined> {
  const { runner, waiting, clock, onProgress } = options
  const { isLate } = waiting
  const found = await findFirst(options)
  if (!found) return undefined
  onProgress?.({ isFailing: true, left: forShrinking })
  const end = clock.now() + forShrinking
  const { steps } = found.scenario
  const again = found.isOnce ? undefined : await runner.runUntilFailing(steps, waiting.short())
  // It was late, as is known only now: reads may show an older state again.
  if (!again && waiting.isLate && !isLate) return await search(options)
  if (!again) return await confirm(found, options, end)
  const run = async (candidate: readonly Step[]) =>
    clock.now() > end ? undefined : await runner.run(candidate, waiting.short())
  const short = await shrink({ steps, outcome: again }, run)
  return await confirm(
    { scenario: { ...found.scenario, steps: short.steps }, outcome: short.outcome },
    options,
    end,
  )
}

/** Runs sequences until one shows a fault. */
async function findFirst(options: SearchOptions): Promise<FailedScenario | undefined> {
  const { runner, clock, pace, seed, only, budget, onProgress } = options
  const { most = Number.POSITIVE_INFINITY } = options
  const found: FailedScenario[] = []
  const started = clock.now()
  let [index, done, isFound] = [0, 0, false]
  const terms: ScenarioTerms = {
    ...options,
    goesOn: () => !isFound,
    onRun: (_steps, { findings }) => {
      isFound ||= findings.length > 0
      const fixed = (clock.now() - started) * Math.max(0, fixedSequences.length / ++done - 1)
      const left = Math.min(fixed + budget, runner.deadline - clock.now())
      onProgress?.({ isFailing: false, left })
    },
    onFailed: (failed) => found.push(failed),
  }
  const next = function* (isMore: () => boolean): Generator<Scenario> {
    for (; isMore() && index < most && !isFound; index++) yield sequenceAt(seed, index)
  }
  if (only !== undefined) {
    // Shows whether ids are reused, as in a whole run.
    await runScenarios([prelude, sequenceAt(seed, only)], terms, 1)
    return found[0]
  }
  await runScenarios(
    next(() => index < undisturbed),
    terms,
    1,
  )
  await runScenarios(
    next(() => index < fixedSequences.length),
    terms,
  )
  runner.deadline = clock.now() + budget
  await runScenarios(
    next(() => clock.now() < runner.deadline),
    terms,
    pace.limit,
  )
  runner.deadline = Number.POSITIVE_INFINITY
  return found[0]
}

/** Runs a failing sequence again with new posts, to see whether it is deterministic, flaky or late. */
async function confirm(
  { scenario, outcome }: Pick<FailedScenario, 'scenario' | 'outcome'>,
  { runner, waiting, clock }: SearchOptions,
  end: number,
): Promise<SequenceFailure> {
  const { key, steps } = scenario
  let latest = outcome
  let [runs, shown, window] = [1, 1, 0]
  const again = async (patience = waiting.short()) => {
    const next = await runner.run(steps, patience)
    runs++
    if (next.findings.length === 0) return
    shown++
    latest = next
  }
  await again(waiting.long((milliseconds) => (window = Math.max(window, Math.ceil(milliseconds)))))
  const isLate = shown < runs && window > waiting.settle
  if (!isLate) await again()
  while (!isLate && shown < runs && runs < often && clock.now() < end) await again()
  const { findings, exchanges, mark } = latest
  const about = { steps, key, findings, trace: traceOf(exchanges, mark), runs, shown }
  if (isLate) return { ...about, kind: 'late', window }
  return { ...about, kind: shown === runs ? 'deterministic' : 'flaky' }
}
