/**
 * Keeps the pages of a list and the writes of the run apart: what is written between two pages may move a post from the one to the
 * other, and the list seems to lack it.
 */
export class PageGate {
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
