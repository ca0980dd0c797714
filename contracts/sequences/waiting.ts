import { createPatience, type Patience } from '../session/patience.ts'
import type { SearchOptions } from './search-options.ts'

/** How often a search may wait in vain for a write to show, as often as it takes to say that it never does. */
const patienceFactor = 3

/** How long sequences wait until a write shows: a fault is waited for once, not each time that it is played again. */
export class Waiting {
  /** The patience of the search, shared by all its sequences. */
  readonly usual: Patience
  readonly #options: SearchOptions

  constructor(options: SearchOptions) {
    this.#options = options
    const { settle } = options
    this.usual = this.#make(settle, settle * patienceFactor, this.#note)
  }

  /** More than what writes have taken so far: to play a fault again that has been waited for. */
  short(): Patience {
    const { settle, lateness } = this.#options
    const short = Math.min(settle, 3 * lateness.longest)
    return this.#make(short, Number.POSITIVE_INFINITY, this.#note)
  }

  /** Twice what a write may take, to see whether it is late or wrong. @param onLate told what it took. */
  long(onLate: (milliseconds: number) => void): Patience {
    const { settle } = this.#options
    return this.#make(2 * settle, 2 * settle, onLate)
  }

  /** What a write may take, in milliseconds. */
  get settle(): number {
    return this.#options.settle
  }

  readonly #note = (milliseconds: number): void => {
    const { lateness } = this.#options
    lateness.longest = Math.max(lateness.longest, Math.ceil(milliseconds))
  }

  #make(settle: number, budget: number, onLate: (milliseconds: number) => void): Patience {
    const { clock, signal } = this.#options
    return createPatience({
      settle,
      budget,
      now: () => clock.now(),
      wait: (milliseconds) => clock.wait(milliseconds, signal),
      onLate,
    })
  }
}
