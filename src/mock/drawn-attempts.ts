import { profileOf } from '../../contracts/client/shaping.ts'
import type { PartialProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import { drawnAnswers, repeatText } from './any-profile.ts'

/**
 * A runner's attempts of one test under drawn answers. The second repeats the first. If both fail, the failure is real: each
 * further one leaves an answer out, to find those that matter, and fails whatever the test does.
 */
export class DrawnAttempts {
  /** The fewest answers with which the test is known to fail. */
  #answers: PartialProfile | undefined
  /** Those of them that no attempt has left out; undefined until the failure is real. */
  #open: readonly string[] | undefined
  #leftOut: string | undefined

  /** The profile of the next attempt; none for the drawn one. */
  next(): { readonly profile?: PartialProfile } {
    const leftOut = this.#open?.find((choice) => profileOf(this.#without(choice)))
    this.#open = this.#open?.filter((choice) => choice !== leftOut)
    this.#leftOut = leftOut
    return leftOut === undefined ? {} : { profile: this.#without(leftOut) }
  }

  /** Notes a failure. Returns the option that repeats it; empty if no answers were drawn. */
  async failed(world: World): Promise<string> {
    if (this.#leftOut !== undefined) this.#answers = this.#without(this.#leftOut)
    else if (this.#answers) this.#open ??= Object.keys(this.#answers)
    else this.#answers = await drawnAnswers(world)
    return this.#answers ? repeatText(world.seed, this.#answers) : ''
  }

  /** @throws UnderstudyError `ANSWER_LEFT_OUT` if this attempt left an answer out: it matters, and the failure stays. */
  passed(world: World): void {
    const [leftOut, answers = {}] = [this.#leftOut, this.#answers]
    this.#leftOut = undefined
    if (!this.#open) this.#answers = undefined
    if (leftOut === undefined) return
    throw new UnderstudyError(
      'ANSWER_LEFT_OUT',
      `The test passes without ${leftOut}: this answer matters. As it failed twice before, this attempt fails too.\n\n${repeatText(world.seed, answers)}`,
    )
  }

  #without(leftOut: string): PartialProfile {
    return Object.fromEntries(Object.entries(this.#answers ?? {}).filter(([choice]) => choice !== leftOut))
  }
}
