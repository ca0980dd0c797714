/** Counts the requests of a world, in windows that begin with their first. */
export class RequestCount {
  #since = 0
  #count = 0

  /**
   * Counts a request.
   *
   * @param now milliseconds.
   * @returns after how many seconds the next one is served, where this one is beyond the limit.
   */
  add(limit: { readonly requests: number; readonly seconds: number }, now: number): number | undefined {
    const length = limit.seconds * 1000
    if (this.#count === 0 || now - this.#since >= length) {
      this.#since = now
      this.#count = 0
    }
    if (this.#count === limit.requests) return Math.max(1, Math.ceil((this.#since + length - now) / 1000))
    this.#count++
    return undefined
  }

  /** Begins a new window with the next request. */
  clear(): void {
    this.#count = 0
  }
}
