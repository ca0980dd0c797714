import { type Clock, realClock } from './clock.ts'

/** How many requests a distant provider gets at the same time. */
const most = 10
/** Below this round trip, in milliseconds, one at a time is fast enough. */
const near = 40
/** How many replies are measured. */
const enough = 8

/** How many things a run does at the same time: one, unless the provider is distant. */
export class Concurrency {
  /** Whether the list has pages: a write may move posts between them, so nothing is sent while it is read. */
  isPaged = false
  readonly #clock: Clock
  readonly #times: number[] = []
  #underWay = 0
  #begun = 0
  #reducedBecause: string | undefined

  constructor(clock: Clock = realClock) {
    this.#clock = clock
  }

  /** How many may run at the same time: one until the round trip is known. */
  get limit(): number {
    if (this.#isSequential || this.#times.length < enough) return 1
    const median = this.#times.toSorted((one, other) => one - other)[enough >> 1] ?? 0
    return median < near ? 1 : most
  }

  /** Why the rest of the run is sequential; undefined where it is not. */
  get reducedBecause(): string | undefined {
    return this.#reducedBecause
  }

  get #isSequential(): boolean {
    return this.isPaged || this.#reducedBecause !== undefined
  }

  /** Notes that the provider refused a request, or did not answer it. @param what such as `answered 503`. */
  noteStrain(what: string): void {
    if (this.#underWay > 1)
      this.#reducedBecause ??= `The provider ${what} during concurrent requests, so the rest of the run sent one at a time.`
  }

  /** Runs a request, and measures it if no other overlaps. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    const begun = ++this.#begun
    const isAlone = this.#underWay++ === 0
    const start = this.#clock.now()
    try {
      const result = await task()
      const took = this.#clock.now() - start
      if (isAlone && begun === this.#begun && this.#times.length < enough) this.#times.push(took)
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
    let failed: { readonly error: unknown } | undefined
    const worker = async (number: number) => {
      // After a strain only one goes on.
      while (!failed && (number === 0 || !this.#isSequential)) {
        const next = rest.next()
        if (next.done) return
        await work(next.value).catch((error: unknown) => {
          failed ??= { error }
        })
      }
    }
    await Promise.all(Array.from({ length: limit }, (_, number) => worker(number)))
    if (failed) throw failed.error
  }
}
