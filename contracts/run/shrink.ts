import * as fc from 'fast-check'
import type { Waiting } from '../model/waiting.ts'
import type { Clock } from '../wire/clock.ts'
import { fixedSequences } from './fixed-sequences.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'

export interface Failing {
  readonly steps: readonly Step[]
  readonly outcome: SequenceOutcome
  /** Identifies it, together with the seed. */
  readonly path: string
}

export interface ShrinkOptions {
  readonly runner: SequenceRunner
  readonly waiting: Waiting
  readonly clock: Clock
  readonly seed: number
  /** When to stop. */
  readonly end: number
}

/** Shrinks a failing sequence. */
export async function shrink(
  failing: Failing,
  { runner, waiting, clock, seed, end }: ShrinkOptions,
): Promise<Failing> {
  const sequenceGenerator = new SequenceGenerator({ seed })
  const known = new KnownOutcomes()
  known.add(failing.steps, failing.outcome)
  const property = fc.asyncProperty(sequenceGenerator.arbitrary, async (steps) => {
    if (known.passes(steps) || clock.now() > end) return
    const outcome = known.failure(steps) ?? (await runner.run(steps, waiting.short()))
    known.add(steps, outcome)
    if (outcome.findings.length > 0) throw new Error(outcome.findings[0]?.about)
  })
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    path: failing.path,
    examples: fixedSequences.map((steps) => [steps]),
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
    for (let length = 1; length <= steps.length; length++) {
      const outcome = this.#failures.get(keyOf(steps.slice(0, length)))
      if (outcome) return outcome
    }
    return undefined
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
