import { answersOtherThan, completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'
import { drawnAnswers, repeatText } from './any-profile.ts'

/**
 * A runner's attempts of one test under drawn answers. The second repeats the first. If both fail, the failure is real: each
 * further one has fewer answers, to find those that matter, and fails whatever the test does.
 */
export class DrawnAttempts {
  /** The fewest answers with which the test is known to fail. */
  #failing: PartialProfile | undefined
  /** Those that changed its replies: they may be enough. */
  #suspects: PartialProfile = {}
  #isReal = false
  readonly #tried = new Set<string>()
  /** The answers of an attempt with fewer of them. */
  #trial: PartialProfile | undefined

  /** The profile of the next attempt; none for the drawn one. */
  next(): { readonly profile?: PartialProfile } {
    const all = Object.entries(this.#failing ?? {})
    const fewer = all.map((left) => Object.fromEntries(all.filter((each) => each !== left)))
    const isNew = (each: PartialProfile) => !this.#tried.has(stringifyJson(each))
    this.#trial = this.#isReal ? [this.#suspects, ...fewer].find(isNew) : undefined
    if (!this.#trial) return {}
    this.#tried.add(stringifyJson(this.#trial))
    return { profile: this.#trial }
  }

  /** Notes a failure. Returns the option that repeats it; empty if no answers were drawn. */
  async failed(world: World): Promise<string> {
    if (this.#trial) this.#failing = this.#trial
    else if (this.#failing) this.#isReal = true
    else {
      const suspects = await drawnAnswers(world)
      if (!suspects) return ''
      this.#suspects = suspects
      this.#failing = answersOtherThan(completeProfile(), world.options.profile)
    }
    return repeatText(world.seed, this.#tried.size > 0 ? this.#failing : this.#suspects)
  }

  /** @throws UnderstudyError `ANSWER_LEFT_OUT` if this attempt had fewer answers: the failure stays. */
  passed(world: World): void {
    if (!this.#isReal) this.#failing = undefined
    const [trial, failing = {}] = [this.#trial, this.#failing]
    if (!trial) return
    const leftOut = Object.keys(failing).filter((choice) => !(choice in trial))
    throw new UnderstudyError(
      'ANSWER_LEFT_OUT',
      `The test passes without ${leftOut.join(', ')}. As it failed twice before, this attempt fails too.\n\n${repeatText(world.seed, failing)}`,
    )
  }
}
