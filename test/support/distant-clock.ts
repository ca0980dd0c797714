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
