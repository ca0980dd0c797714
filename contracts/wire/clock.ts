import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after some milliseconds; rejects with the reason of the signal. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

export const realClock: Clock = {
  now: Date.now,
  async wait(milliseconds, signal) {
    // It rejects only for the signal.
    await wait(milliseconds, undefined, signal && { signal }).catch(() => {})
    signal?.throwIfAborted()
  },
}

/** The reason of a run's signal, where the run itself stopped early. */
class EndedEarly extends Error {}

/** Why a run ended early, as a sentence. @param signal is aborted. */
export function endOf({ reason }: AbortSignal): string {
  return reason instanceof EndedEarly ? reason.message : 'The run was interrupted.'
}

export interface EarlyEndOptions {
  /** Aborts when the user ends the run. Default never. */
  readonly signal?: AbortSignal | undefined
  /** How long the run may take, in milliseconds. Default unlimited. */
  readonly maxTime?: number | undefined
  readonly clock: Clock
}

/** Ends a run early: when the user interrupts it, when its time is over, or when it stops itself. */
export class EarlyEnd implements Disposable {
  readonly signal: AbortSignal
  readonly #clock: Clock
  /** When the time of the run is over. */
  readonly #end: number
  readonly #stopped = new AbortController()
  readonly #over = new AbortController()

  constructor({ signal, maxTime = Number.POSITIVE_INFINITY, clock }: EarlyEndOptions) {
    this.signal = signal ? AbortSignal.any([signal, this.#stopped.signal]) : this.#stopped.signal
    this.#clock = clock
    this.#end = clock.now() + maxTime
    const stop = () => this.stop(`The run took longer than --max-time, ${maxTime / 1000} s.`)
    if (Number.isFinite(maxTime)) void clock.wait(maxTime, this.#over.signal).then(stop, () => {})
  }

  /** @param reason a sentence. */
  stop(reason: string): void {
    this.#stopped.abort(new EndedEarly(reason))
  }

  /** The remaining time, in milliseconds. */
  get timeLeft(): number {
    return Math.max(0, this.#end - this.#clock.now())
  }

  /** From now on the limit of its time does not end the run. */
  [Symbol.dispose](): void {
    this.#over.abort()
  }
}
