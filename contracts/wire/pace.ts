import type { CookieJar } from 'tough-cookie'
import { type Clock, realClock } from './clock.ts'
import { type Outcome, ProviderUnreachable } from './failure.ts'
import { isBusy, isLimited } from './status.ts'
import { Timeline } from './timeline.ts'

/** How many requests a distant provider gets at the same time. */
const most = 10
/** If the fastest reply took less, in milliseconds, one at a time is fast enough. */
const near = 40
/** How many replies are measured. */
const enough = 8

/** How long a run may take by default, in milliseconds: as much longer at a rate as 3000 requests take. */
export function usualMaxTime(rate = Number.POSITIVE_INFINITY): number {
  return 120_000 + 3_000_000 / rate
}

export interface PaceOptions {
  /** Default the system clock. */
  readonly clock?: Clock
  /** Default unlimited. */
  readonly maxRequestsPerSecond?: number | undefined
}

/** How requests of a run are sent, at its time. */
export interface Phase {
  /** Those of the user, with the credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of the service. Undefined where none are sent or kept. */
  readonly cookies: CookieJar | undefined
  /** Aborts requests that read; none are sent from then on. */
  readonly signal: AbortSignal | undefined
  /** Whether every reply counts, also one that decides nothing. */
  readonly takesAny: boolean
  /** Whether the run is removing its posts. */
  readonly isCleaning: boolean
  /** Called before each request: throws, or aborts the signal, where the time is over. */
  readonly checkTime: (() => void) | undefined
}

/**
 * How a run sends its requests: one at a time, or ten to a distant provider; with pauses, which stop all of them; and
 * none once its time is over.
 */
export class Pace {
  /** Why the rest of the run is sequential; undefined where it is not. */
  reducedBecause: string | undefined
  /** Whether the list has pages: a write may move posts between them, so nothing is sent while it is read. */
  isPaged = false
  readonly timeline = new Timeline()
  /** How often something took time, such as `DELETE` or `pause after 429`, and how long in all, in milliseconds. */
  readonly costs = new Map<string, { readonly count: number; readonly total: number }>()
  readonly #clock: Clock
  readonly #options: PaceOptions
  #fastest = Number.POSITIVE_INFINITY
  #replies = 0
  #underWay = 0
  /** When the next request may be sent. */
  #next = 0

  constructor(options: PaceOptions = {}) {
    this.#options = options
    this.#clock = options.clock ?? realClock
  }

  /** How many requests may be sent at the same time: one until the round trip is known. */
  get limit(): number {
    return this.#isSequential || this.#replies < enough || this.#fastest < near ? 1 : most
  }

  /** The time of the fastest reply so far, in milliseconds; 0 before the first. */
  get roundTrip(): number {
    return Number.isFinite(this.#fastest) ? this.#fastest : 0
  }

  /** Whether a thousand more requests, one after the other, take less than a minute. */
  get isQuick(): boolean {
    return this.roundTrip < near && this.#options.maxRequestsPerSecond === undefined
  }

  /** How many more requests may be sent now: at least one. */
  get free(): number {
    return Math.max(1, this.limit - this.#underWay)
  }

  get #isSequential(): boolean {
    return this.isPaged || this.reducedBecause !== undefined
  }

  /** Works on items concurrently. After a failure no more are started, and it rejects. */
  async each<Item>(
    items: Iterable<Item>,
    work: (item: Item) => Promise<void>,
    limit = this.limit,
  ): Promise<void> {
    const rest = items[Symbol.iterator]()
    let hasFailed = false
    const worker = async (number: number) => {
      // After a strain only one goes on.
      while (!hasFailed && (number === 0 || !this.#isSequential)) {
        const next = rest.next()
        if (next.done) return
        await work(next.value).catch((error: unknown) => {
          hasFailed = true
          throw error
        })
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: limit }, (_, number) => worker(number)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  /**
   * Sends a request once its turn has come.
   * @throws ProviderUnreachable, or the reason of the signal, where the time is over.
   */
  async send(request: () => Promise<Outcome>, phase: Phase, method: string): Promise<Outcome> {
    await this.#turn(phase)
    const start = this.#clock.now()
    this.#underWay++
    try {
      const outcome = await request()
      const now = this.#clock.now()
      this.#note(method, now - start)
      this.timeline.note(outcome, start, now)
      if (outcome instanceof ProviderUnreachable) this.#noteStrain('did not answer')
      else if (this.#replies++ < enough) this.#fastest = Math.min(this.#fastest, now - start)
      if ('status' in outcome && (isLimited(outcome) || isBusy(outcome)))
        this.#noteStrain(`answered ${outcome.status}`)
      return outcome
    } finally {
      this.#underWay--
    }
  }

  #noteStrain(what: string): void {
    if (this.#underWay > 1)
      this.reducedBecause ??= `The provider ${what} during concurrent requests, so the rest of the run sent one at a time.`
  }

  /** Sends nothing for some milliseconds, because of the provider. */
  hold(milliseconds: number, after: Outcome): void {
    const now = this.#clock.now()
    const before = Math.max(this.#next, now)
    this.#next = Math.max(before, now + milliseconds)
    this.#note(`pause after ${'status' in after ? after.status : 'a reset'}`, this.#next - before)
  }

  /** Resolves when the next request may be sent. */
  async #turn({ signal, checkTime }: Phase): Promise<void> {
    const { maxRequestsPerSecond } = this.#options
    checkTime?.()
    signal?.throwIfAborted()
    // Of several that wait for the same moment, the first takes it and the others wait again.
    for (let left = this.#next - this.#clock.now(); left > 0; left = this.#next - this.#clock.now())
      await this.#clock.wait(left, signal)
    this.#next = this.#clock.now() + (maxRequestsPerSecond ? 1000 / maxRequestsPerSecond : 0)
  }

  #note(what: string, time: number): void {
    const { count, total } = this.costs.get(what) ?? { count: 0, total: 0 }
    this.costs.set(what, { count: count + 1, total: total + time })
  }
}
