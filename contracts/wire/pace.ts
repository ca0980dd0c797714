import type { Clock } from './clock.ts'

/** Spaces out the requests of a run, concurrent ones included, and measures the rate limit that it meets. */
export class Pace {
  /** The least requests per second that the provider accepted; undefined without a rate limit. */
  rate: number | undefined
  readonly #clock: Clock
  readonly #gap: number
  /** When the next request may be sent. */
  #next = 0
  /** The start of the rate limit's window, and the requests answered in it. */
  #window = { since: 0, requests: 0 }

  /** @param perSecond the limit; undefined for none. */
  constructor(perSecond: number | undefined, clock: Clock) {
    this.#clock = clock
    this.#gap = perSecond === undefined ? 0 : 1000 / perSecond
  }

  /** Resolves when the next request may be sent; rejects with the reason of the signal. */
  async turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    // Of several that wait for the same moment, the first takes it and the others wait again.
    for (let pause = this.#pause; pause > 0; pause = this.#pause) await this.#clock.wait(pause, signal)
    this.#next = this.#clock.now() + this.#gap
  }

  /**
   * Sends nothing for some milliseconds.
   * @returns how much that adds to earlier holds, in milliseconds.
   */
  hold(milliseconds: number): number {
    const now = this.#clock.now()
    const before = Math.max(this.#next, now)
    this.#next = Math.max(before, now + milliseconds)
    return this.#next - before
  }

  answered(): void {
    if (this.#window.requests++ === 0) this.#window.since = this.#clock.now()
  }

  /** Notes a rate limit, once for concurrent requests. @param wish the pause it asks for, in milliseconds. */
  limited(wish: number): void {
    const { since, requests } = this.#window
    const seconds = Math.max(1, Math.round((this.#clock.now() - since + wish) / 1000))
    const rate = Math.max(1, Math.floor(requests / seconds))
    if (requests > 0) this.rate = Math.min(rate, this.rate ?? rate)
    this.#window = { since: 0, requests: 0 }
  }

  get #pause(): number {
    return this.#next - this.#clock.now()
  }
}

/**
 * Reads a Retry-After header (RFC 9110, section 10.2.3): a number of seconds, or a date.
 *
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; undefined where it is missing or invalid.
 * @example
 * retryAfter('120', Date.now()) // 120_000
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
