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

/** Waits for a condition at the service: looks at least once, and again until a look begins after the time is over. */
export interface Patience {
  /** @param wasLate whether a success after the first look is due to the service. Default always. */
  until<Result>(look: () => Promise<Result | undefined>, wasLate?: () => boolean): Promise<Result | undefined>
}

/** Looks once: for a service in this process. */
export const noPatience: Patience = { until: (look) => look() }

export interface PatienceOptions {
  /** How long to wait for one condition, in milliseconds. */
  readonly settle: number
  /** How long a run may wait without success in all, in milliseconds. Default three times `settle`. */
  readonly budget?: number
  /** Default the system clock. */
  readonly clock?: Clock
  readonly signal?: AbortSignal
  /** Called with how long a condition took that was not true at first, in milliseconds. */
  readonly onLate?: (milliseconds: number) => void
}

export function createPatience(options: PatienceOptions): Patience {
  const { settle, budget = 3 * settle, clock = realClock, signal, onLate } = options
  let left = budget
  return {
    async until(look, wasLate = () => true) {
      const start = clock.now()
      let [began, waited] = [start, 0]
      let result = await look()
      for (
        let pause = 10;
        result === undefined && began - start < settle && waited < left;
        pause = Math.min(pause * 2, 200)
      ) {
        await clock.wait(pause, signal)
        waited += pause
        began = clock.now()
        result = await look()
      }
      // Several may wait at the same time: only unsuccessful waits count.
      if (result === undefined) left -= waited
      else if (waited > 0 && wasLate()) onLate?.(clock.now() - start)
      return result
    },
  }
}
