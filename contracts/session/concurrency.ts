import { type Clock, realClock } from './client/clock.ts'

/** How many there are at the most: little more than the connections that a browser has to one host. */
const most = 10
/** An answer that takes less than that, in milliseconds, is near: one at a time is quick enough. */
const near = 40
/** An answer that takes that much longer, in milliseconds, is worth a worker more. */
const worthwhile = 15
/** How many answers tell how long they take. */
const enough = 8

/** How many answers tell it roughly. */
const few = 3

/** A write that takes longer to show, in milliseconds, is what a run waits for most. */
const late = 200

/** Told how long answers take, and once more where writes show late how long they take to, in milliseconds. */
export type OnMeasured = (roundTrip: number, delay?: number) => void

/** How many workers a provider is worth that answers in so many milliseconds, or shows a write after so many. */
export function concurrencyFor(waiting: number): number {
  return waiting < near ? 1 : Math.min(most, Math.floor(waiting / worthwhile))
}

/** Says why a run goes on one by one. @param what what the provider did, such as `answered 503`. */
export function oneAtATimeAfter(what: string): string {
  return `The provider ${what} while several requests were under way: from then on it got one at a time.`
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0
}

/** How many things a run does at the same time: one, unless the provider is far away, or slow to show what was written. */
export class Concurrency {
  readonly pages = new PageGate()
  readonly #clock: Clock
  readonly #times: number[] = []
  /** How long the first writes took to show that did not show at once. */
  readonly #delays: number[] = []
  #underWay = 0
  #begun = 0
  #reducedBecause: string | undefined
  #isClosed = false
  /** Concurrency that have the provider, and those that want it for themselves or have it so. */
  #atWork = 0
  #waitingAlone = 0
  #change = Promise.withResolvers<void>()
  readonly #onMeasured: OnMeasured

  /** @param onMeasured told early how long answers take. */
  constructor(clock: Clock = realClock, onMeasured: OnMeasured = () => {}) {
    this.#clock = clock
    this.#onMeasured = onMeasured
  }

  /** How many may be under way: one until it is known how long answers take. */
  get limit(): number {
    if (this.#reducedBecause !== undefined || this.#times.length < enough) return 1
    const delay = this.#delays.length < few ? 0 : median(this.#delays)
    return concurrencyFor(Math.max(median(this.#times), delay))
  }

  /** Whether several may be under way, and nothing was wrong so far. */
  get isOpen(): boolean {
    return this.limit > 1 && !this.#isClosed
  }

  /** How long an answer takes, in milliseconds: the median so far; undefined before the first. */
  get roundTrip(): number | undefined {
    return this.#times.length > 0 ? median(this.#times) : undefined
  }

  /** Why one thing has to be done after the other from now on; undefined where it need not. */
  get reducedBecause(): string | undefined {
    return this.#reducedBecause
  }

  reduceToOne(reason: string): void {
    this.#reducedBecause ??= reason
  }

  /** Notes how long a write took to show, in milliseconds: what waits for one may wait beside others. */
  noteDelay(milliseconds: number): void {
    if (this.#delays.length === enough) return
    this.#delays.push(milliseconds)
    const delay = median(this.#delays)
    if (this.#delays.length === few && delay >= late) this.#onMeasured(this.roundTrip ?? 0, delay)
  }

  /** Carries a request, and measures it if nothing else is under way meanwhile. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    const begun = ++this.#begun
    const isAlone = this.#underWay++ === 0
    const start = this.#clock.now()
    try {
      const result = await task()
      if (isAlone && begun === this.#begun) this.#measure(this.#clock.now() - start)
      return result
    } finally {
      this.#underWay--
    }
  }

  #measure(milliseconds: number): void {
    if (this.#times.length === enough) return
    this.#times.push(milliseconds)
    if (this.#times.length === few) this.#onMeasured(this.roundTrip ?? 0)
  }

  /** From now on everybody enters alone: something is wrong, and has to be looked at without others. */
  close(): void {
    this.#isClosed = true
  }

  /**
   * Waits until something may be done while other workers work, or alone.
   * @returns what has to be called at its end. @throws the reason of the signal.
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
    // It may have been closed meanwhile.
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

  /** Works on several at the same time, each beginning when another ends. Where one fails, no more are begun, and it rejects. */
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

/**
 * Keeps the pages of a list and the writes of the run apart: what is written between two pages may move a post from the one to the
 * other, and the list seems to lack it.
 */
class PageGate {
  /** Whether the list was seen to have pages. */
  isPaged = false
  readonly #underWay = { reading: 0, writing: 0 }
  #change = Promise.withResolvers<void>()

  /** Writes when no pages are being read. */
  writing<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#pass('writing', 'reading', task)
  }

  /** Reads pages when no write is under way. */
  reading<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#pass('reading', 'writing', task)
  }

  async #pass<Result>(
    kind: 'reading' | 'writing',
    other: 'reading' | 'writing',
    task: () => Promise<Result>,
  ): Promise<Result> {
    while (this.#underWay[other] > 0) await this.#change.promise
    this.#underWay[kind]++
    try {
      return await task()
    } finally {
      this.#underWay[kind]--
      this.#change.resolve()
      this.#change = Promise.withResolvers()
    }
  }
}
