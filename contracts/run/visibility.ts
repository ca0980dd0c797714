import { createPolling, type PollingOptions, type PollUntil } from '../wire/retry.ts'

export interface VisibilityOptions extends Required<Pick<PollingOptions, 'settle' | 'signal' | 'clock'>> {
  /** Whether reads may show an older state for that long, as with replicas. */
  readonly isEventual: boolean
}

/** How long writes of a run take to become visible, and how long to poll for them: for a failure only once, not in each repeated run. */
export class Visibility {
  /** The polling of the search, shared by all sequences. */
  readonly usual: PollUntil
  /** The longest delay of a write so far, in milliseconds. */
  longest = 0
  readonly #options: VisibilityOptions
  readonly #terms: PollingOptions
  /** When the latest write was answered. */
  #writtenAt = Number.NEGATIVE_INFINITY

  constructor(options: VisibilityOptions) {
    const { settle, signal, clock } = options
    this.#options = options
    this.#terms = { settle, signal, clock, onLate: this.noteLate, least: () => this.#likely }
    this.usual = createPolling(this.#terms)
  }

  /** Notes how long a write took to become visible, in milliseconds. */
  readonly noteLate = (milliseconds: number): void => {
    this.longest = Math.max(this.longest, Math.min(this.#options.settle, Math.ceil(milliseconds)))
  }

  /** Polls only as long as a write is likely to be late, to repeat a failure. */
  short(): PollUntil {
    return createPolling({ ...this.#terms, settle: this.#likely, budget: Number.POSITIVE_INFINITY })
  }

  /** How long a write is likely to be late: three times the longest delay so far, in milliseconds. */
  get #likely(): number {
    return Math.min(this.#options.settle, 3 * this.longest)
  }

  /** Notes that a write was answered. */
  wrote(): void {
    this.#writtenAt = this.#options.clock.now()
  }

  /** Whether every write so far was visible at once. */
  get isPrompt(): boolean {
    return !this.#options.isEventual && this.longest === 0
  }

  /** Whether reads may show an older state: so the user said, or the latest write may still be invisible in some views. */
  get isEventual(): boolean {
    return this.#options.isEventual || this.#lateFor > 0
  }

  /** How long the latest write may still be invisible in some views, in milliseconds: longer than any so far. */
  get #lateFor(): number {
    const now = this.#options.clock.now()
    return this.longest === 0 ? 0 : Math.max(0, this.#writtenAt + 3 * this.longest - now)
  }

  /** Waits longer than writes took to become visible. @param isWhole as long as they may take. Default false. */
  async settle(isWhole = false): Promise<void> {
    const { clock, settle, signal } = this.#options
    await clock.wait(isWhole ? settle : this.#lateFor, signal)
  }
}
