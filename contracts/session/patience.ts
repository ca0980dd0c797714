/**
 * Waits for something to become true at a service that takes a moment. It looks at least once, and again until the
 * time is over; only looking is repeated, never a write.
 */
export interface Patience {
  until<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined>
}

/** Looks once: for a service that answers out of this process. */
export const noPatience: Patience = { until: (look) => look() }

/** What {@link createPatience} takes. */
export interface PatienceOptions {
  /** How long one thing is waited for, in milliseconds. */
  readonly settle: number
  /** How long a run waits in vain: a service that is wrong, and not late, must not cost minutes. In milliseconds. */
  readonly budget: number
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** Told how long a thing took that did not hold at first, in milliseconds. */
  readonly onLate: (milliseconds: number) => void
}

/** Makes the patience of a run. */
export function createPatience({ settle, budget, now, wait, onLate }: PatienceOptions): Patience {
  let left = budget
  return {
    async until(look) {
      const start = now()
      let waited = 0
      let result = await look()
      for (
        let pause = 10;
        result === undefined && now() - start < settle && left > 0;
        pause = Math.min(pause * 2, 200)
      ) {
        await wait(pause)
        left -= pause
        waited += pause
        result = await look()
      }
      if (result !== undefined && waited > 0) {
        left += waited
        onLate(now() - start)
      }
      return result
    },
  }
}
