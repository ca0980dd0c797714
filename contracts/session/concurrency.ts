import { type Clock, realClock } from './client/clock.ts'
import { PageGate } from './page-gate.ts'
import { median, RequestWindow } from './request-window.ts'

/** The most workers. */
const most = 32
/** The most workers that only late writes justify. */
const mostForDelay = 10
/** Below this round trip, in milliseconds, one at a time is fast enough. */
const near = 40
/** From this round trip on, in milliseconds, a request too many costs less than waiting for one. */
const slow = 250
/** One more worker for each of these, in milliseconds of round trip. */
const worthwhile = 15
/** How many replies are measured. */
const enough = 8

/** How many replies give a first estimate. */
const few = 3

/** How many workers to use for a round trip, and a delay of writes, in milliseconds. */
export function concurrencyFor(roundTrip: number, delay = 0): number {
  const workers = (waiting: number) => (waiting < near ? 1 : Math.floor(waiting / worthwhile))
  return Math.max(Math.min(most, workers(roundTrip)), Math.min(mostForDelay, workers(delay)))
}

/** The note on a run that continues one by one. @param what what the provider did, such as `answered 503`. */
export function oneAtATimeAfter(what: string): string {
  return `The provider ${what} during concurrent requests, so the rest of the run sent one at a time.`
}

/**
 * How many things a run does at the same time: one, unless the provider is distant, or its writes become visible
 * late.
 */
export class Concurrency {
  readonly pages = new PageGate()
  readonly #clock: Clock
  readonly #window: RequestWindow
  readonly #times: number[] = []
  /** How long the first late writes took to become visible, in milliseconds. */
  readonly #delays: number[] = []
  #underWay = 0
  #begun = 0
  #reducedBecause: string | undefined
  #isClosed = false
  /** How many have entered; and how many have entered, or wait to enter, alone. */
  #atWork = 0
  #waitingAlone = 0
  #change = Promise.withResolvers<void>()

  constructor(clock: Clock = realClock) {
    this.#clock = clock
    this.#window = new RequestWindow({ most: () => this.limit, usual: () => this.roundTrip })
  }

  /** How many may run at the same time: one until the round trip is known. */
  get limit(): number {
    if (this.#reducedBecause !== undefined || this.#times.length < enough) return 1
    const delay = this.#delays.length < few ? 0 : median(this.#delays)
    return concurrencyFor(median(this.#times), delay)
  }

  /** Whether several may run at the same time, and nothing was wrong so far. */
  get isOpen(): boolean {
    return this.limit > 1 && !this.#isClosed
  }

  /** The median round trip so far, in milliseconds; undefined before the first. */
  get roundTrip(): number | undefined {
    return this.#times.length > 0 ? median(this.#times) : undefined
  }

  /** Whether replies take long, and no concurrent request failed so far. */
  get isSlow(): boolean {
    return this.#reducedBecause === undefined && this.#times.length >= few && (this.roundTrip ?? 0) >= slow
  }

  /** Why the rest of the run is sequential; undefined where it is not. */
  get reducedBecause(): string | undefined {
    return this.#reducedBecause
  }

  reduceToOne(reason: string): void {
    this.#reducedBecause ??= reason
  }

  /** Notes how long a write took to become visible, in milliseconds. */
  noteDelay(milliseconds: number): void {
    if (this.#delays.length < enough) this.#delays.push(milliseconds)
  }

  /** The provider refused a request, or did not answer it: fewer are sent at the same time. */
  noteStrain(): void {
    this.#window.noteStrain()
  }

  /** Runs a request when it is its turn, and measures it if no other overlaps. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    const leave = await this.#window.enter()
    const begun = ++this.#begun
    const isAlone = this.#underWay++ === 0
    const start = this.#clock.now()
    let took: number | undefined
    try {
      const result = await task()
      took = this.#clock.now() - start
      if (isAlone && begun === this.#begun && this.#times.length < enough) this.#times.push(took)
      return result
    } finally {
      this.#underWay--
      leave(took)
    }
  }

  /** From now on every caller enters alone. */
  close(): void {
    this.#isClosed = true
  }

  /**
   * Waits for a turn, together with other workers or alone.
   * @returns the function that ends the turn.
   * @throws the reason of the signal.
   */
  async enter(isAsked: boolean, signal: AbortSignal): Promise<() => void> {
    const isAlone = isAsked || !this.isOpen
    if (isAlone) this.#waitingAlone++
    const wake = () => this.#wake()
    signal.addEventListener('abort', wake)
    try {
      while (isAlone ? this.#atWork > 0 : this.#waitingAlone > 0) {
        signal.throwIfAborted()
        await this.#change.promise
      }
      signal.throwIfAborted()
    } catch (error) {
      if (isAlone) this.#waitingAlone--
      throw error
    } finally {
      signal.removeEventListener('abort', wake)
    }
    if (!isAlone && this.#isClosed) return await this.enter(true, signal)
    this.#atWork++
    return () => {
      this.#atWork--
      if (isAlone) this.#waitingAlone--
      this.#wake()
    }
  }

  #wake(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  /** Works on items concurrently. After a failure no more are started, and it rejects. */
  async each<Item>(
    items: Iterable<Item>,
    work: (item: Item) => Promise<void>,
    limit = this.limit,
  ): Promise<void> {
    const rest = items[Symbol.iterator]()
    let failed: { readonly error: unknown } | undefined
    const worker = async () => {
      for (let next = rest.next(); !next.done && !failed; next = rest.next())
        await work(next.value).catch((error: unknown) => {
          failed ??= { error }
        })
    }
    await Promise.all(Array.from({ length: limit }, worker))
    if (failed) throw failed.error
  }
}
