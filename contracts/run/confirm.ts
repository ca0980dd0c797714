import type { Profile } from '../../handlers/choices/profile.ts'
import type { Finding } from '../judge/finding.ts'
import { Model } from '../model/mock.ts'
import type { Waiting } from '../model/waiting.ts'
import type { Clock } from '../wire/clock.ts'
import type { SequenceRunner } from './sequence-runner.ts'
import type { Failing } from './shrink.ts'
import type { Step } from './step.ts'
import { type TraceLine, traceOf } from './trace.ts'

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

/** How often an intermittent failure is run. */
const often = 7

/** Runs a failing sequence again with new posts, to see whether it is deterministic, flaky or late. */
export async function confirm(
  runner: SequenceRunner,
  waiting: Waiting,
  failing: Failing,
  { clock, profile, end }: { readonly clock: Clock; readonly profile: Profile; readonly end: number },
): Promise<SequenceFailure> {
  const { steps, path } = failing
  let latest = failing.outcome
  let [count, shown, window] = [1, 1, 0]
  const again = async (patience = waiting.short()) => {
    const outcome = await runner.run(steps, patience)
    count++
    if (outcome.findings.length === 0) return
    shown++
    latest = outcome
  }
  await again(waiting.long((milliseconds) => (window = Math.max(window, Math.ceil(milliseconds)))))
  const isLate = shown < count && window > waiting.settle
  if (!isLate) await again()
  while (!isLate && shown < count && count < often && clock.now() < end) await again()
  const { findings, moves, mark } = latest
  const about = {
    steps,
    path,
    findings,
    trace: await traceOf(moves, mark, new Model(profile)),
    runs: count,
    shown,
  }
  if (isLate) return { ...about, kind: 'late', window }
  return { ...about, kind: shown === count ? 'deterministic' : 'flaky' }
}
