import { setImmediate } from 'node:timers/promises'
import { type Clock, realClock } from '../../contracts/wire/clock.ts'

/** A clock that advances by so many milliseconds when it is read: once for a reply that comes alone. */
export function farAway(milliseconds = 80): Clock {
  let now = Date.now()
  return {
    ...realClock,
    now: () => {
      now += milliseconds
      return now
    },
  }
}

let waited = 0

/** A clock by which every answer comes at once, however busy the machine is: only waiting takes time. */
export const near: Clock = {
  now: () => waited,
  async wait(milliseconds, signal) {
    await realClock.wait(milliseconds, signal)
    waited += milliseconds
  },
}

/** The same, by which a wait is over at once. Not with a limit of time, which is a wait too. */
export const instant: Clock = {
  now: () => waited,
  async wait(milliseconds, signal) {
    const end = waited + milliseconds
    await setImmediate()
    signal?.throwIfAborted()
    waited = Math.max(waited, end)
  },
}

let leapt = 0

/** A clock by which a wait is over at once: real time, and what was waited for beside it. */
export const leaping: Clock = {
  now: () => realClock.now() + leapt,
  async wait(milliseconds, signal) {
    const end = leaping.now() + milliseconds
    await setImmediate()
    signal?.throwIfAborted()
    leapt += Math.max(0, end - leaping.now())
  },
}
