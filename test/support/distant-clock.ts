import { setImmediate } from 'node:timers/promises'
import { type Clock, realClock } from '../../contracts/wire/clock.ts'

/* Clocks by which a wait is over at once. */

/** A clock that advances by so many milliseconds when it is read: once for a reply that comes alone. */
export function farAway(milliseconds = 80): Clock {
  let now = Date.now()
  return {
    now: () => {
      now += milliseconds
      return now
    },
    async wait(pause, signal) {
      const end = now + pause
      await setImmediate()
      signal?.throwIfAborted()
      now = Math.max(now, end)
    },
  }
}

/** A clock by which every answer comes at once, however busy the machine is: only waiting takes time. */
export const instant = farAway(0)

let leapt = 0

/** Real time, and what was waited for beside it. */
export const leaping: Clock = {
  now: () => realClock.now() + leapt,
  async wait(milliseconds, signal) {
    const end = leaping.now() + milliseconds
    await setImmediate()
    signal?.throwIfAborted()
    leapt += Math.max(0, end - leaping.now())
  },
}
