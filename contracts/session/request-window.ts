/** The first size, about as many connections as a browser opens to one host. */
const first = 10
/** Clients of a sequence must overlap, so many at a time. */
const least = 4
/** Up to this factor, and so many milliseconds more, replies take as long as usual. */
const usually = { factor: 1.25, added: 10 }
/** Beyond this factor, and so many milliseconds more, requests wait for each other at the provider. */
const queued = { factor: 2, added: 40 }

export interface WindowTerms {
  /** The most requests at the same time. */
  readonly most: () => number
  /** How long a reply takes without other requests, in milliseconds; undefined where that is unknown. */
  readonly usual: () => number | undefined
}

export function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0
}

/**
 * How many requests are under way at the same time: twice as many as long as replies take no longer for it, half as
 * many once they do. From then on they may only be as many as at first again.
 */
export class RequestWindow {
  size = first
  #underWay = 0
  #isStrained = false
  /** How long replies took since the latest change, while no more requests could be sent, in milliseconds. */
  #times: number[] = []
  #changes = 0
  readonly #waiting: (() => void)[] = []
  readonly #terms: WindowTerms

  constructor(terms: WindowTerms) {
    this.#terms = terms
  }

  /**
   * Waits until fewer requests are under way than the window has room for.
   * @returns the function that ends the request; how long its reply took, in milliseconds; undefined where none came.
   */
  async enter(): Promise<(took: number | undefined) => void> {
    while (this.#underWay >= this.size) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#underWay++
    const changes = this.#changes
    return (took) => {
      const isFull = this.#underWay-- >= this.size
      if (took !== undefined && isFull && changes === this.#changes) this.#note(took)
      this.#wake()
    }
  }

  /** Notes that the provider refused a request, did not answer it, or answered late. */
  noteStrain(): void {
    this.#isStrained = true
    this.#resize(Math.max(least, Math.min(first, this.size >> 1)))
  }

  #note(milliseconds: number): void {
    this.#times.push(milliseconds)
    const usual = this.#terms.usual()
    if (this.#times.length < this.size || usual === undefined) return
    const now = median(this.#times)
    this.#times = []
    const most = this.#isStrained ? first : Math.max(first, this.#terms.most())
    if (now > queued.factor * usual + queued.added) this.noteStrain()
    else if (now <= usually.factor * usual + usually.added) this.#resize(Math.min(most, this.size * 2))
  }

  #resize(size: number): void {
    if (size === this.size) return
    this.size = size
    this.#times = []
    this.#changes++
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0, Math.max(0, this.size - this.#underWay))) resolve()
  }
}
