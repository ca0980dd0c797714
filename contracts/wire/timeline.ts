import type { Outcome } from './failure.ts'

/** The requests of a part of a run, by the moment when they were sent. Plain data. */
export interface TimeSlice {
  /** When it begins and ends, in milliseconds since the first request. All slices of a run are equally long. */
  readonly from: number
  readonly to: number
  readonly requests: number
  /** How many were answered with 4xx. */
  readonly refused: number
  /** How many were answered with 5xx, or without a whole reply. */
  readonly failed: number
  /** How long the slowest took, in milliseconds. */
  readonly slowest: number
}

type Counts = Omit<TimeSlice, 'from' | 'to'>

const none: Counts = { requests: 0, refused: 0, failed: 0, slowest: 0 }

/** When there are more slices, they double in length. */
const mostSlices = 60
/** The length of a slice at first, in milliseconds. */
const shortest = 50

/** Counts the requests of a run over its time, in bounded memory. */
export class Timeline {
  #counts: Counts[] = []
  #length = shortest
  #start: number | undefined

  /** @param call when the request was sent. @param end when it was answered, or failed. */
  note(outcome: Outcome, call: number, end: number): void {
    this.#start ??= call
    const since = Math.max(0, call - this.#start)
    while (since >= mostSlices * this.#length) this.#double()
    const status = 'status' in outcome ? outcome.status : 0
    this.#add(Math.floor(since / this.#length), {
      requests: 1,
      refused: status >= 400 && status < 500 ? 1 : 0,
      failed: status === 0 || status >= 500 ? 1 : 0,
      slowest: Math.round(end - call),
    })
  }

  get slices(): TimeSlice[] {
    return this.#counts.map((counts, at) => {
      return { from: at * this.#length, to: (at + 1) * this.#length, ...counts }
    })
  }

  #double(): void {
    const before = this.#counts
    this.#counts = []
    this.#length *= 2
    for (const [at, counts] of before.entries()) this.#add(Math.floor(at / 2), counts)
  }

  #add(at: number, more: Counts): void {
    while (this.#counts.length <= at) this.#counts.push(none)
    const { requests, refused, failed, slowest } = this.#counts[at] ?? none
    this.#counts[at] = {
      requests: requests + more.requests,
      refused: refused + more.refused,
      failed: failed + more.failed,
      slowest: Math.max(slowest, more.slowest),
    }
  }
}
