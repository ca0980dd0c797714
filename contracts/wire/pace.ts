import type { Clock } from './clock.ts'

/** Spaces out the requests of a run, concurrent ones included. */
export class Pace {
  readonly #clock: Clock
  readonly #gap: number
  #next = 0
  /** The end of the pauses that the provider asked for. */
  #held = 0
  #isStopped = false

  /** @param perSecond the limit; undefined for none. */
  constructor(perSecond: number | undefined, clock: Clock) {
    this.#clock = clock
    this.#gap = perSecond === undefined ? 0 : 1000 / perSecond
  }

  /**
   * Resolves when the next request may be sent; rejects with the reason of the signal.
   * @param stop ends the pause that the provider asked for, at most once.
   */
  async turn(signal: AbortSignal | undefined, stop?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.#endPauseAfter(stop)
    // Of several that wait for the same moment, the first takes it and the others wait again.
    for (let pause = this.#pause; pause > 0; pause = this.#pause) {
      const ends = [signal, stop].filter((each) => each !== undefined && !each.aborted) as AbortSignal[]
      await this.#clock.wait(pause, AbortSignal.any(ends)).catch((error: unknown) => {
        if (signal?.aborted || !stop?.aborted) throw error
      })
      this.#endPauseAfter(stop)
    }
    this.#next = this.#clock.now() + this.#gap
  }

  #endPauseAfter(stop: AbortSignal | undefined): void {
    if (this.#isStopped || !stop?.aborted) return
    this.#isStopped = true
    this.#held = 0
  }

  /**
   * Sends nothing for some milliseconds.
   * @returns how much that adds to earlier holds, in milliseconds.
   */
  hold(milliseconds: number): number {
    const now = this.#clock.now()
    const before = Math.max(this.#next, this.#held, now)
    this.#held = Math.max(before, now + milliseconds)
    return this.#held - before
  }

  get #pause(): number {
    return Math.max(this.#next, this.#held) - this.#clock.now()
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
  // Every HTTP date is GMT, and the oldest form does not say so.
  const date = /^[A-Z][a-z]+,? /.test(text)
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
