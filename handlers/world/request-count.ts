/** Counts the requests of a world in windows, which start with a request. */
export class RequestCount {
  #since = 0
  #count = 0

  /**
   * Counts a request.
   *
   * @param now milliseconds.
   * @returns the seconds until the next request is served, if this one is beyond the limit.
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

  /** Starts a new window with the next request. */
  clear(): void {
    this.#count = 0
  }
}
