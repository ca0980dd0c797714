import type { Clock } from '../client/clock.ts'
import { ProviderUnreachable } from '../client/provider-unreachable.ts'

/** Failures that may be temporary, as while a provider restarts. */
const passing = ['refused', 'reset', 'cut', 'timeout', 'no-route', 'proxy']
/** Between two tries, in milliseconds. */
const pause = 250

/** Retries while a provider is unreachable, until that has lasted too long. */
export class Persistence {
  readonly #patience: () => number
  readonly #clock: Clock
  #awaySince: number | undefined
  #gaveUp = false

  /** @param patience the longest time without the provider, in milliseconds. */
  constructor(patience: () => number, clock: Clock) {
    this.#patience = patience
    this.#clock = clock
  }

  /** Whether the provider was unreachable for too long. */
  get gaveUp(): boolean {
    return this.#gaveUp
  }

  /** Runs work, again after a failure, so it must be repeatable. Undefined where the provider stays unreachable. */
  async try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.#gaveUp) {
      try {
        const result = await work()
        this.#awaySince = undefined
        return result
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        this.#awaySince ??= this.#clock.now()
        const away = this.#clock.now() - this.#awaySince
        if (passing.includes(error.failureReason) && away < this.#patience())
          await this.#clock.wait(pause, undefined)
        else this.#gaveUp = true
      }
    }
    return undefined
  }
}
