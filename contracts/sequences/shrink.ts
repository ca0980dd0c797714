import * as fc from 'fast-check'
import type { SearchOptions } from './search-options.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'
import type { Waiting } from './waiting.ts'

export interface Failing {
  readonly steps: readonly Step[]
  readonly outcome: SequenceOutcome
  /** Names it, with the seed. */
  readonly path: string
}

/** Makes a failing sequence as short as it can be, one run after the other. */
export async function shrink(
  runner: SequenceRunner,
  waiting: Waiting,
  failing: Failing,
  { end, ...options }: SearchOptions & { readonly end: number },
): Promise<Failing> {
  const sequenceGenerator = new SequenceGenerator(options)
  const known = new KnownOutcomes()
  known.add(failing.steps, failing.outcome)
  const property = fc.asyncProperty(sequenceGenerator.arbitrary, async (steps) => {
    if (known.passes(steps) || options.clock.now() > end) return
    const outcome = known.failure(steps) ?? (await runner.run(steps, waiting.short()))
    known.add(steps, outcome)
    if (outcome.findings.length > 0) throw new Error(outcome.findings[0]?.about)
  })
  const { seed } = options
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    path: failing.path,
    examples: sequenceGenerator.first.map((steps) => [steps]),
    numRuns: 1,
  })
  const [steps] = counterexample ?? []
  const outcome = steps && known.failure(steps)
  return outcome && counterexamplePath ? { steps, outcome, path: counterexamplePath } : failing
}

/** What is known of sequences without running them. */
class KnownOutcomes {
  readonly #failures = new Map<string, SequenceOutcome>()
  readonly #passes = new Set<string>()

  add(steps: readonly Step[], outcome: SequenceOutcome): void {
    if (outcome.findings.length > 0) this.#failures.set(keyOf(steps.slice(0, outcome.length)), outcome)
    else this.#passes.add(keyOf(steps))
  }

  /** What comes after the step that failed was not run: any sequence that begins so fails so. */
  failure(steps: readonly Step[]): SequenceOutcome | undefined {
    for (let length = 1; length <= steps.length; length++) {
      const outcome = this.#failures.get(keyOf(steps.slice(0, length)))
      if (outcome) return outcome
    }
    return undefined
  }

  /** The steps before the one that failed showed nothing; neither did those that passed. */
  passes(steps: readonly Step[]): boolean {
    const key = keyOf(steps)
    return (
      this.#passes.has(key) ||
      [...this.#failures.keys()].some((failing) => failing !== key && failing.startsWith(key))
    )
  }
}

/** Of a sequence that begins like another the key does too. */
function keyOf(steps: readonly Step[]): string {
  return steps.map((step) => `${JSON.stringify(step)};`).join('')
}
