import type { Clock } from './clock.ts'
import { Excess } from './provider-unreachable.ts'
import { inDigits, mostReplyBytes } from './received.ts'

/** The limit of all waiting, and of all pauses, in timeouts; and the addition for the clean-up. */
const waiting = { usual: 2, cleaning: 1 } as const
/** The part of a short reply's time that is not waiting, in milliseconds. */
const prompt = 2000
/** From this length on, in characters, a reply takes time to read, and all of its time counts. */
const long = 65_536
/** How much of pauses each reply permits in addition, in timeouts. */
const worth = 1 / 40
/** The limit of all replies but lists, in multiples of the limit of one; and the addition for the clean-up. */
const volume = { usual: 6, cleaning: 6 } as const

export interface BudgetOptions {
  /** In milliseconds. */
  readonly timeout: number
  /** In milliseconds. A run may wait as long as it may take. Default 0. */
  readonly maxTime?: number | undefined
  readonly clock: Clock
}

/** What a provider may cost a run in all: waiting, pauses and characters. */
export class Budget {
  readonly #options: BudgetOptions
  /** How long the run waited for slow and long replies, in milliseconds; overlapping waits count once. */
  waited = 0
  #waitedUntil = 0
  /** All pauses that the provider asked for, in milliseconds. */
  #pauses = 0
  #replies = 0
  /** The characters of all replies but lists. */
  #characters = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  addPause(milliseconds: number): void {
    this.#pauses += milliseconds
  }

  /** A request is over. @param start when it was sent. @param body of its reply; undefined without one. */
  add(start: number, body: string | undefined, isList: boolean): void {
    const now = this.#options.clock.now()
    const from = start + (body !== undefined && body.length >= long ? 0 : prompt)
    this.waited += Math.max(0, now - Math.max(from, this.#waitedUntil))
    this.#waitedUntil = Math.max(this.#waitedUntil, now)
    if (body === undefined) return
    this.#replies++
    if (!isList) this.#characters += body.length
  }

  /**
   * @param isCleaning whether the run is removing its posts.
   * @param rate how many requests per second the provider accepts.
   * @throws Excess where a limit is exceeded.
   */
  expectRest(isCleaning: boolean, rate: number | undefined): void {
    const { timeout, maxTime = 0 } = this.#options
    const most = Math.max(maxTime, waiting.usual * timeout) + (isCleaning ? waiting.cleaning * timeout : 0)
    if (this.waited > most)
      throw new Excess(
        'slow',
        `its replies took more than ${most / 1000} s in all`,
        'Raise --timeout, or check why the provider is slow.',
      )
    if (this.#pauses > most + this.#replies * timeout * worth)
      throw new Excess(
        'slow',
        `it asked for pauses of ${Math.round(this.#pauses / 1000)} s in all, too long for its number of replies`,
        `Send fewer requests with --rate ${rate ?? 1}.`,
      )
    const characters = mostReplyBytes * (volume.usual + (isCleaning ? volume.cleaning : 0))
    if (this.#characters > characters)
      throw new Excess(
        'too-large',
        `its replies, lists not counted, have more than ${inDigits(characters)} characters in all`,
        'Use a provider with fewer or smaller posts.',
      )
  }
}
