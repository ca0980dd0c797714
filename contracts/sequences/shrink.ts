import * as fc from 'fast-check'
import type { SearchOptions } from './search-options.ts'
import { SequenceGenerator } from './sequence-generator.ts'
import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'
import type { Waiting } from './waiting.ts'

/** A sequence that shows a fault. */
export interface Failing {
  readonly steps: readonly Step[]
  readonly play: SequenceOutcome
  /** Names it, with the seed. */
  readonly path: string
}

/** Makes a failing sequence as short as it can be, one play after the other. */
export async function shrink(
  runner: SequenceRunner,
  waiting: Waiting,
  failing: Failing,
  { end, ...options }: SearchOptions & { readonly end: number },
): Promise<Failing> {
  const sequenceGenerator = new SequenceGenerator(options)
  const played = new Played()
  played.add(failing.steps, failing.play)
  const property = fc.asyncProperty(sequenceGenerator.arbitrary, async (steps) => {
    if (played.passes(steps) || options.clock.now() > end) return
    const play = played.failure(steps) ?? (await runner.play(steps, waiting.short()))
    played.add(steps, play)
    if (play.findings.length > 0) throw new Error(play.findings[0]?.about)
  })
  const { seed } = options
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    path: failing.path,
    examples: sequenceGenerator.first.map((steps) => [steps]),
    numRuns: 1,
  })
  const [steps] = counterexample ?? []
  const play = steps && played.failure(steps)
  return play && counterexamplePath ? { steps, play, path: counterexamplePath } : failing
}

/** What is known of sequences without playing them. */
class Played {
  readonly #failures = new Map<string, SequenceOutcome>()
  readonly #passes = new Set<string>()

  add(steps: readonly Step[], play: SequenceOutcome): void {
    if (play.findings.length > 0) this.#failures.set(keyOf(steps.slice(0, play.length)), play)
    else this.#passes.add(keyOf(steps))
  }

  /** What comes after the step that failed was not played: any sequence that begins so fails so. */
  failure(steps: readonly Step[]): SequenceOutcome | undefined {
    for (let length = 1; length <= steps.length; length++) {
      const play = this.#failures.get(keyOf(steps.slice(0, length)))
      if (play) return play
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
