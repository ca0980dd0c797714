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
    signal?.throwIfAborted()
    try {
      await wait(milliseconds, undefined, signal && { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
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
  readonly #begun: number
  readonly #maxTime: number
  readonly #stopped = new AbortController()
  readonly #over = new AbortController()

  constructor({ signal, maxTime = Number.POSITIVE_INFINITY, clock }: EarlyEndOptions) {
    this.signal = AbortSignal.any([...(signal ? [signal] : []), this.#stopped.signal])
    this.#clock = clock
    this.#begun = clock.now()
    this.#maxTime = maxTime
    if (maxTime < Number.POSITIVE_INFINITY)
      void clock.wait(maxTime, this.#over.signal).then(
        () => this.stop(`The run took longer than --max-time, ${maxTime / 1000} s.`),
        () => {},
      )
  }

  /** @param reason a sentence. */
  stop(reason: string): void {
    this.#stopped.abort(new EndedEarly(reason))
  }

  /** How long the run has taken so far, in milliseconds. */
  get elapsed(): number {
    return this.#clock.now() - this.#begun
  }

  /** The remaining time, in milliseconds. */
  get timeLeft(): number {
    return Math.max(0, this.#maxTime - this.elapsed)
  }

  /** From now on the limit of its time does not end the run. */
  [Symbol.dispose](): void {
    this.#over.abort()
  }
}
