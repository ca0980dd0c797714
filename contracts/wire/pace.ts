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
/** The part of a reply's time that is not waiting, in milliseconds. */
const prompt = 2000
/** So many characters of a reply cost a millisecond. A long list is no surprise, and costs nothing. */
const charactersEach = 10_000
/** How much a busy reply costs, and how much of earlier costs a prompt one makes up for, in timeouts. */
const worth = 1 / 40

/** How much more a run that removes its posts may cost, in timeouts: one that is slow must not leave them. */
const cleaning = 30

/** The default of {@link PaceOptions.timeout}. */
export const usualTimeout = 10_000

export interface PaceOptions {
  /** Default the system clock. */
  readonly clock?: Clock
  /** How long to wait for a reply, and in addition for a Retry-After, in milliseconds. Default 10 000. */
  readonly timeout?: number
  /** How long the run may take, in milliseconds: it may wait as long for replies. Default two timeouts. */
  readonly maxTime?: number | undefined
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
  /** Whether the run is removing its posts: the provider may cost more then. */
  readonly isCleaning: boolean
}

/**
 * How a run sends its requests: one at a time, or ten to a distant provider; with pauses, which stop all of them; and
 * none once the provider has cost too much time.
 */
export class Pace {
  /** Why the rest of the run is sequential; undefined where it is not. */
  reducedBecause: string | undefined
  /** Whether the list has pages: a write may move posts between them, so nothing is sent while it is read. */
  isPaged = false
  readonly timeline = new Timeline()
  readonly #clock: Clock
  readonly #options: PaceOptions
  #fastest = Number.POSITIVE_INFINITY
  #replies = 0
  #underWay = 0
  /** When the next request may be sent. */
  #next = 0
  /** What slow replies, long ones, and pauses have cost, in milliseconds. */
  #spent = 0
  /** Until when waiting is counted: overlapping waits count once. */
  #counted = 0

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
   * @param isList whether its reply may be long.
   * @throws ProviderUnreachable where the provider has cost too much.
   */
  async send(request: () => Promise<Outcome>, phase: Phase, isList: boolean): Promise<Outcome> {
    await this.#turn(phase)
    const start = this.#clock.now()
    let outcome: Outcome | undefined
    this.#underWay++
    try {
      outcome = await request()
      this.timeline.note(outcome, start, this.#clock.now())
      if (outcome instanceof ProviderUnreachable) this.#noteStrain('did not answer')
      else if (isLimited(outcome) || isBusy(outcome)) this.#noteStrain(`answered ${outcome.status}`)
      return outcome
    } finally {
      this.#underWay--
      this.#ended(start, outcome, isList)
    }
  }

  #noteStrain(what: string): void {
    if (this.#underWay > 1)
      this.reducedBecause ??= `The provider ${what} during concurrent requests, so the rest of the run sent one at a time.`
  }

  /** Sends nothing for some milliseconds, because of the provider. */
  hold(milliseconds: number): void {
    const now = this.#clock.now()
    const before = Math.max(this.#next, now)
    this.#next = Math.max(before, now + milliseconds)
    this.#spent += this.#next - before
  }

  /** Resolves when the next request may be sent. */
  async #turn({ signal, isCleaning }: Phase): Promise<void> {
    const { timeout = usualTimeout, maxTime = 0, maxRequestsPerSecond } = this.#options
    const bound = Math.max(maxTime, 2 * timeout) + (isCleaning ? cleaning * timeout : 0)
    if (this.#spent > bound)
      throw new ProviderUnreachable(
        'slow',
        `The provider is too slow, or too often busy, or its replies are too long: with the pauses that it asked for, they cost more than ${bound / 1000} s. Allow more with --max-time ${Math.max(900, (2 * bound) / 1000)}, or send fewer requests with --rate 5.`,
      )
    signal?.throwIfAborted()
    // Of several that wait for the same moment, the first takes it and the others wait again.
    for (let left = this.#next - this.#clock.now(); left > 0; left = this.#next - this.#clock.now())
      await this.#clock.wait(left, signal)
    this.#next = this.#clock.now() + (maxRequestsPerSecond ? 1000 / maxRequestsPerSecond : 0)
  }

  /** @param outcome that of a request; undefined where the run ended it. */
  #ended(start: number, outcome: Outcome | undefined, isList: boolean): void {
    const { timeout = usualTimeout } = this.#options
    const now = this.#clock.now()
    const reply = outcome instanceof ProviderUnreachable ? undefined : outcome
    if (reply && this.#replies++ < enough) this.#fastest = Math.min(this.#fastest, now - start)
    const waited = Math.max(0, now - Math.max(start + prompt, this.#counted))
    this.#counted = Math.max(this.#counted, now)
    if (reply && isBusy(reply)) this.#spent += timeout * worth
    else if (reply && waited === 0) this.#spent = Math.max(0, this.#spent - timeout * worth)
    this.#spent += waited + (isList ? 0 : (reply?.body.length ?? 0) / charactersEach)
  }
}
