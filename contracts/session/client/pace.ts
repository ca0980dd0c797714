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

/**
 * Reads a Retry-After header (RFC 9110, section 10.2.3): a number of seconds, or a date.
 *
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; undefined where there is none, or it says nothing.
 * @example
 * retryAfter('120', Date.now()) // 120_000
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Every form of an HTTP date is meant as GMT, and the oldest does not say so.
  const date = /^[A-Z][a-z]+,? /.test(text)
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
