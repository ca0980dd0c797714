import type { Clock } from '../wire/clock.ts'
import { createPatience, noteLateness, type Patience, type PatienceOptions } from '../wire/patience.ts'

interface WaitingOptions {
  /** How long to wait for a write to become visible, in milliseconds. */
  readonly settle: number
  /** The longest delay of a write so far, in milliseconds; updated during the run. */
  readonly lateness: { longest: number }
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** How long sequences wait for a write to become visible: a fault only once, not in each repeated run. */
export class Waiting {
  /** The patience of the search, shared by all sequences. */
  readonly usual: Patience
  readonly #options: WaitingOptions
  readonly #onLate: (milliseconds: number) => void

  constructor(options: WaitingOptions) {
    this.#options = options
    this.#onLate = noteLateness(options.lateness, options.settle)
    this.usual = this.#patience({ settle: options.settle })
  }

  /** Whether a write was visible late. */
  get isLate(): boolean {
    return this.#options.lateness.longest > 0
  }

  /** Three times the longest delay so far, to repeat a failure. */
  short(): Patience {
    const settle = Math.min(this.settle, 3 * this.#options.lateness.longest)
    return this.#patience({ settle, budget: Number.POSITIVE_INFINITY })
  }

  /** Twice the settle time, to see whether a failure is only late. @param onLate called with the delay. */
  long(onLate: (milliseconds: number) => void): Patience {
    const settle = 2 * this.settle
    return this.#patience({ settle, budget: settle, onLate })
  }

  #patience(options: Pick<PatienceOptions, 'settle'> & Partial<PatienceOptions>): Patience {
    const { clock, signal } = this.#options
    return createPatience({ clock, signal, onLate: this.#onLate, ...options })
  }

  get settle(): number {
    return this.#options.settle
  }
}
