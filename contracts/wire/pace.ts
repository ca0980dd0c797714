import type { Clock } from './clock.ts'
import { ProviderUnreachable } from './provider-unreachable.ts'

/** The part of a reply's time that is not waiting, in milliseconds. */
const prompt = 2000
/** So many characters of a reply cost a millisecond. A long list is no surprise, and costs nothing. */
const charactersEach = 10_000
/** How much of earlier costs a prompt reply makes up for, in timeouts. */
const worth = 1 / 40

export interface PaceOptions {
  readonly clock: Clock
  /** In milliseconds. */
  readonly timeout: number
  /** In milliseconds. A run may wait as long as it may take. Default 0. */
  readonly maxTime?: number | undefined
  /** Default unlimited. */
  readonly maxRequestsPerSecond?: number | undefined
}

/** Spaces out the requests of a run, concurrent ones included, and sums up the time that the provider costs it. */
export class Pace {
  readonly #options: PaceOptions
  /** When the next request may be sent. */
  #next = 0
  /** What slow replies, long ones, and the pauses that the provider asks for have cost, in milliseconds. */
  #spent = 0
  /** Until when waiting is counted: overlapping waits count once. */
  #counted = 0

  constructor(options: PaceOptions) {
    this.#options = options
  }

  /** Resolves when the next request may be sent; rejects with the reason of the signal. */
  async turn(signal?: AbortSignal): Promise<void> {
    const { clock, maxRequestsPerSecond } = this.#options
    signal?.throwIfAborted()
    // Of several that wait for the same moment, the first takes it and the others wait again.
    for (let left = this.#next - clock.now(); left > 0; left = this.#next - clock.now())
      await clock.wait(left, signal)
    this.#next = clock.now() + (maxRequestsPerSecond ? 1000 / maxRequestsPerSecond : 0)
  }

  /** Sends nothing for some milliseconds, because the provider asks for it. */
  hold(milliseconds: number): void {
    const now = this.#options.clock.now()
    const before = Math.max(this.#next, now)
    this.#next = Math.max(before, now + milliseconds)
    this.#spent += this.#next - before
  }

  /** Waits because of the provider. */
  async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.#spent += milliseconds
    await this.#options.clock.wait(milliseconds, signal)
  }

  /** A request is over. @param start when it was sent. @param body of its reply; undefined without one. */
  ended(start: number, body: string | undefined, isList: boolean): void {
    const { clock, timeout } = this.#options
    const now = clock.now()
    const waited = Math.max(0, now - Math.max(start + prompt, this.#counted))
    this.#counted = Math.max(this.#counted, now)
    if (waited === 0 && body !== undefined) this.#spent = Math.max(0, this.#spent - timeout * worth)
    this.#spent += waited + (isList ? 0 : (body?.length ?? 0) / charactersEach)
  }

  /**
   * @param isCleaning whether the run is removing its posts: it may cost more then.
   * @throws ProviderUnreachable where the provider has cost too much.
   */
  expectRest(isCleaning: boolean): void {
    const { timeout, maxTime = 0 } = this.#options
    const most = Math.max(maxTime, 2 * timeout) + (isCleaning ? timeout : 0)
    if (this.#spent > most)
      throw new ProviderUnreachable(
        'slow',
        `The provider is too slow, or its replies too long: with the pauses that it asked for, they cost more than ${most / 1000} s. Raise --timeout, send fewer requests with --rate, or use a provider with smaller posts.`,
      )
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
