import { type Clock, realClock } from './clock.ts'

/** How many requests a distant provider gets at the same time. */
const most = 10
/** If the fastest reply took less, in milliseconds, one at a time is fast enough. */
const near = 40
/** How many replies are measured. */
const enough = 8

/** How many things a run does at the same time: one, unless the provider is distant. */
export class Concurrency {
  /** Whether the list has pages: a write may move posts between them, so nothing is sent while it is read. */
  isPaged = false
  /** Why the rest of the run is sequential; undefined where it is not. */
  reducedBecause: string | undefined
  readonly #clock: Clock
  #fastest = Number.POSITIVE_INFINITY
  #replies = 0
  #underWay = 0

  constructor(clock: Clock = realClock) {
    this.#clock = clock
  }

  /** How many may run at the same time: one until the round trip is known. */
  get limit(): number {
    return this.#isSequential || this.#replies < enough || this.#fastest < near ? 1 : most
  }

  get #isSequential(): boolean {
    return this.isPaged || this.reducedBecause !== undefined
  }

  /** Notes that the provider refused a request, or did not answer it. @param what such as `answered 503`. */
  noteStrain(what: string): void {
    if (this.#underWay > 1)
      this.reducedBecause ??= `The provider ${what} during concurrent requests, so the rest of the run sent one at a time.`
  }

  /** Runs a request, and measures the first ones. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#underWay++
    const start = this.#clock.now()
    try {
      const result = await task()
      if (this.#replies++ < enough) this.#fastest = Math.min(this.#fastest, this.#clock.now() - start)
      return result
    } finally {
      this.#underWay--
    }
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
}
