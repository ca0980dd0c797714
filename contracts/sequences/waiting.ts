import { createPatience, noteLateness, type Patience } from '../session/patience.ts'
import type { SearchOptions } from './search-options.ts'

/** How long sequences wait until a write shows: a fault is waited for once, not each time that it is run again. */
export class Waiting {
  /** The patience of the search, shared by all its sequences. */
  readonly usual: Patience
  readonly #options: SearchOptions
  readonly #onLate: (milliseconds: number) => void

  constructor(options: SearchOptions) {
    this.#options = options
    this.#onLate = noteLateness(options.lateness)
    const { settle, clock, signal } = options
    this.usual = createPatience({ settle, clock, signal, onLate: this.#onLate })
  }

  /** More than what writes have taken so far: to run a fault again that has been waited for. */
  short(): Patience {
    const { lateness, clock, signal } = this.#options
    const settle = Math.min(this.settle, 3 * lateness.longest)
    return createPatience({ settle, budget: Number.POSITIVE_INFINITY, clock, signal, onLate: this.#onLate })
  }

  /** Twice what a write may take, to see whether it is late or wrong. @param onLate told what it took. */
  long(onLate: (milliseconds: number) => void): Patience {
    const { clock, signal } = this.#options
    const settle = 2 * this.settle
    return createPatience({ settle, budget: settle, clock, signal, onLate })
  }

  /** What a write may take, in milliseconds. */
  get settle(): number {
    return this.#options.settle
  }
}
