import type { Clock } from './clock.ts'

/** Keeps the requests of a run, also those under way at the same time, as far apart as a provider can bear. */
export class Pace {
  readonly #clock: Clock
  readonly #gap: number
  #next = 0

  /** @param perSecond requests at most; undefined for as many as there are. */
  constructor(perSecond: number | undefined, clock: Clock) {
    this.#clock = clock
    this.#gap = perSecond === undefined ? 0 : 1000 / perSecond
  }

  /** Resolves when the next request may leave; rejects with the reason of the signal. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    // Several may be waiting for the same moment: who comes late finds it taken and waits again.
    for (let pause = this.#pause; pause > 0; pause = this.#pause) await this.#clock.wait(pause, signal)
    this.#next = this.#clock.now() + this.#gap
  }

  /**
   * Lets no request leave for a time, in milliseconds: the provider has asked for it.
   * @returns how much longer that is than what was asked for before.
   */
  hold(milliseconds: number): number {
    const now = this.#clock.now()
    const before = Math.max(this.#next, now)
    this.#next = Math.max(before, now + milliseconds)
    return this.#next - before
  }

  get #pause(): number {
    return this.#next - this.#clock.now()
  }
}
