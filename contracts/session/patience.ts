import { type Clock, realClock } from './client/clock.ts'

/**
 * Waits for something to become true at a service that takes a moment. It looks at least once, and again until the
 * time is over; only looking is repeated, never a write.
 */
export interface Patience {
  until<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined>
}

/** Looks once: for a service that answers out of this process. */
export const noPatience: Patience = { until: (look) => look() }

export interface PatienceOptions {
  /** How long one thing is waited for, in milliseconds. */
  readonly settle: number
  /** How long a run waits in vain: a wrong service must not cost minutes. In milliseconds; default three times `settle`. */
  readonly budget?: number
  /** Default the clock of this machine. */
  readonly clock?: Clock
  /** Ends the waiting. */
  readonly signal?: AbortSignal
  /** Told how long a thing took that did not hold at first, in milliseconds. */
  readonly onLate: (milliseconds: number) => void
}

export function createPatience(options: PatienceOptions): Patience {
  const { settle, budget = 3 * settle, clock = realClock, signal, onLate } = options
  let left = budget
  return {
    async until(look) {
      const start = clock.now()
      let waited = 0
      let result = await look()
      for (
        let pause = 10;
        result === undefined && clock.now() - start < settle && waited < left;
        pause = Math.min(pause * 2, 200)
      ) {
        await clock.wait(pause, signal)
        waited += pause
        result = await look()
      }
      // Several may wait at the same time: only what was in vain counts.
      if (result === undefined) left -= waited
      else if (waited > 0) onLate(clock.now() - start)
      return result
    },
  }
}

/** Keeps the longest that a write has taken so far, in milliseconds. */
export function noteLateness(lateness: { longest: number }): (milliseconds: number) => void {
  return (milliseconds) => {
    lateness.longest = Math.max(lateness.longest, Math.ceil(milliseconds))
  }
}
