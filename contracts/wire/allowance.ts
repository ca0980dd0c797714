import type { Clock } from './clock.ts'
import { ExcessiveReply, mostReplyBytes } from './reply-limits.ts'

/** The limit of waiting for all replies, and of all pauses, in timeouts; and the addition for the clean-up. */
const waiting = { usual: 2, cleaning: 1 } as const
/** The part of a reply's time that does not count as waiting, in milliseconds. */
const prompt = 2000
/** How much of pauses each reply permits in addition, in timeouts. */
const worth = 1 / 40
/** From this length on, in characters, a reply takes time to read. */
const long = 65_536
/** The limit of reading all long replies, in timeouts; and the addition for the clean-up. */
const reading = { usual: 4, cleaning: 1 } as const
/** The limit of all replies but lists, in multiples of the limit of one; and the addition for the clean-up. */
const volume = { usual: 6, cleaning: 6 } as const

export interface AllowanceOptions {
  /** In milliseconds. */
  readonly timeout: number
  /** In milliseconds. A run may wait as long as it may take. Default 0. */
  readonly maxTime?: number | undefined
  readonly clock: Clock
}

/** What a provider may cost a run in all: waiting, pauses, long replies and characters. */
export class Allowance {
  readonly #options: AllowanceOptions
  /** Time spent waiting for slow replies, and until when it was counted, in milliseconds. */
  #waited = 0
  #waitedUntil = 0
  /** All pauses that the provider asked for, in milliseconds; and the number of replies. */
  pauses = 0
  #replies = 0
  /** Time spent reading long replies, and until when it was counted, in milliseconds. */
  readingTime = 0
  #readUntil = 0
  /** The characters of all replies but lists. */
  #characters = 0

  constructor(options: AllowanceOptions) {
    this.#options = options
  }

  /** @param isCleaning whether the run is removing its posts. @throws SlowReplies TooManyPauses */
  expectTime(isCleaning: boolean): void {
    const { timeout, maxTime = 0 } = this.#options
    const most = Math.max(maxTime, waiting.usual * timeout) + (isCleaning ? waiting.cleaning * timeout : 0)
    if (this.#waited > most) throw new SlowReplies(`its replies took more than ${most / 1000} s in all`)
    if (this.pauses > most + this.#replies * timeout * worth) throw new TooManyPauses(this.pauses)
  }

  addPause(milliseconds: number): void {
    this.pauses += milliseconds
  }

  /** A reply is complete, or failed; overlapping waits count once. @param start when its request was sent. */
  addWait(start: number): void {
    const now = this.#options.clock.now()
    this.#waited += Math.max(0, now - Math.max(start + prompt, this.#waitedUntil))
    this.#waitedUntil = Math.max(this.#waitedUntil, now)
  }

  /** A read whose connection was reset is repeated so much later. @param milliseconds */
  addRetry(milliseconds: number): void {
    this.#waited += milliseconds
  }

  addReply(): void {
    this.#replies++
  }

  /**
   * A reply was read and parsed.
   * @param began when its headers arrived.
   * @throws ExcessiveReply SlowReplies where all replies together exceed a limit.
   */
  addBody(
    body: string,
    { isList, isCleaning, began }: { isList: boolean; isCleaning: boolean; began: number },
  ): void {
    const { clock, timeout } = this.#options
    if (body.length >= long) {
      const now = clock.now()
      this.readingTime += Math.max(0, now - Math.max(began, this.#readUntil))
      this.#readUntil = now
      const most = timeout * (reading.usual + (isCleaning ? reading.cleaning : 0))
      if (this.readingTime > most)
        throw new SlowReplies(`reading its long replies took more than ${most / 1000} s in all`)
    }
    if (isList) return
    this.#characters += body.length
    const most = mostReplyBytes * (volume.usual + (isCleaning ? volume.cleaning : 0))
    if (this.#characters > most)
      throw new ExcessiveReply(
        `its replies, lists not counted, have more than ${most.toLocaleString('en')} characters in all`,
      )
  }
}

/** All replies together take too long. */
class SlowReplies extends Error {
  readonly code = 'SLOW'
}

class TooManyPauses extends Error {
  readonly code = 'ASKED'

  constructor(milliseconds: number) {
    super(
      `it asked for pauses of ${Math.round(milliseconds / 1000)} s in all, too long for its number of replies`,
    )
  }
}
