import type { Clock } from '../session/client/clock.ts'

/** How much may be under way, at the most: a service behind a slow line is no strong one. */
const widest = 4
/** An answer that takes that much longer, in milliseconds, is worth waiting for with one more. */
const worthwhile = 20
/** How many answers tell how long they take. */
const enough = 16

/** How many requests may be under way: one, unless the provider takes its time. */
export class Concurrency {
  readonly #clock: Clock
  readonly #times: number[] = []
  #width = 1

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get width(): number {
    return this.#width
  }

  /** Measures an answer. @param isAlone whether nothing else is under way: then it counts. */
  async time<Result>(task: () => Promise<Result>, isAlone: boolean): Promise<Result> {
    if (!isAlone || this.#times.length >= enough) return await task()
    const start = this.#clock.now()
    const result = await task()
    this.#times.push(this.#clock.now() - start)
    if (this.#times.length === enough) this.#width = widthFor(this.#times)
    return result
  }
}

function widthFor(times: readonly number[]): number {
  const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return Math.max(1, Math.min(widest, Math.floor(median / worthwhile)))
}
