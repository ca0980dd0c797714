import type { Clock } from './client/clock.ts'

/** Measures how long a run waits for a provider: for replies, requested pauses and late writes. */
export class WaitingTime {
  readonly #clock: Clock
  #before = 0
  #since = 0
  #underWay = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** All waits so far, in milliseconds; those at the same time count once. */
  get total(): number {
    return this.#before + (this.#underWay > 0 ? this.#clock.now() - this.#since : 0)
  }

  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#underWay++ === 0) this.#since = this.#clock.now()
    try {
      return await wait()
    } finally {
      if (--this.#underWay === 0) this.#before += this.#clock.now() - this.#since
    }
  }
}
