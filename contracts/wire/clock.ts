import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since 1970, with fractions. It never goes back. */
  now(): number
  /** Resolves after some milliseconds; rejects with the reason of the signal. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  async wait(milliseconds, signal) {
    // It rejects only for the signal.
    await wait(milliseconds, undefined, signal && { signal }).catch(() => {})
    signal?.throwIfAborted()
  },
}
