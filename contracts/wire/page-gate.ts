/**
 * Keeps reads of a paged list and writes apart: a write between two pages may move a post to a page that was already
 * read, and the list seems to lack it.
 */
export class PageGate {
  isPaged = false
  readonly #underWay = { reading: 0, writing: 0 }
  #change = Promise.withResolvers<void>()

  writing<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#pass('writing', 'reading', task)
  }

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
