import { createPatience, noteLateness, type Patience } from '../session/patience.ts'
import type { SearchOptions } from './search-options.ts'

/** How long sequences wait for a write to become visible: a fault only once, not in each repeated run. */
export class Waiting {
  /** The patience of the search, shared by all sequences. */
  readonly usual: Patience
  readonly #options: SearchOptions
  readonly #onLate: (milliseconds: number) => void

  constructor(options: SearchOptions) {
    this.#options = options
    this.#onLate = noteLateness(options.lateness)
    const { settle, clock, signal } = options
    this.usual = createPatience({ settle, clock, signal, onLate: this.#onLate })
  }

  /** Three times the longest delay so far, to repeat a failure. */
  short(): Patience {
    const { lateness, clock, signal } = this.#options
    const settle = Math.min(this.settle, 3 * lateness.longest)
    return createPatience({ settle, budget: Number.POSITIVE_INFINITY, clock, signal, onLate: this.#onLate })
  }

  /** Twice the settle time, to see whether a failure is only late. @param onLate called with the delay. */
  long(onLate: (milliseconds: number) => void): Patience {
    const { clock, signal } = this.#options
    const settle = 2 * this.settle
    return createPatience({ settle, budget: settle, clock, signal, onLate })
  }

  get settle(): number {
    return this.#options.settle
  }
}
