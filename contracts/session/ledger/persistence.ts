import type { Clock } from '../client/clock.ts'
import { ProviderUnreachable } from '../client/provider-unreachable.ts'

/** Obstacles that can be gone the next moment: a provider that is being started again. */
const passing = ['refused', 'reset', 'cut', 'timeout', 'no-route', 'proxy']
/** How long to wait before the next try, in milliseconds. */
const pause = 250

/** Goes on trying while a provider cannot be reached, until it has been away for too long; then it is given up for good. */
export class Persistence {
  readonly #patience: () => number
  readonly #clock: Clock
  #awaySince: number | undefined
  #gaveUp = false

  /** @param patience in milliseconds; it may end early. */
  constructor(patience: () => number, clock: Clock) {
    this.#patience = patience
    this.#clock = clock
  }

  /** Whether the provider was given up. */
  get gaveUp(): boolean {
    return this.#gaveUp
  }

  /** Resolves to the result; undefined where the provider was given up. The work is begun anew, so it must bear that. */
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
