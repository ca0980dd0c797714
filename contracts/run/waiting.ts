import {
  createPatience,
  noteLateness,
  type Patience,
  type PatienceOptions,
  realClock,
} from '../wire/clock.ts'

/** How long sequences wait for a write to become visible: a fault only once, not in each repeated run. */
export class Waiting {
  /** The patience of the search, shared by all sequences. */
  readonly usual: Patience
  /** How long to wait for a write to become visible, in milliseconds. */
  readonly settle: number
  /** The longest delay of a write so far, in milliseconds; updated during the run. */
  readonly lateness: { longest: number }
  readonly #terms: Pick<PatienceOptions, 'signal' | 'clock' | 'onLate'>

  constructor(settle: number, lateness: { longest: number }, signal: AbortSignal, clock = realClock) {
    this.settle = settle
    this.lateness = lateness
    this.#terms = { signal, clock, onLate: noteLateness(lateness, settle) }
    this.usual = createPatience({ settle, ...this.#terms })
  }

  /** Three times the longest delay so far, to repeat a failure. */
  short(): Patience {
    const settle = Math.min(this.settle, 3 * this.lateness.longest)
    return createPatience({ settle, budget: Number.POSITIVE_INFINITY, ...this.#terms })
  }

  /** Twice the settle time, to see whether a failure is only late. @param onLate called with the delay. */
  long(onLate: (milliseconds: number) => void): Patience {
    const settle = 2 * this.settle
    return createPatience({ settle, budget: settle, ...this.#terms, onLate })
  }
}
