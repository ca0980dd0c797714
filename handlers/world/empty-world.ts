import type { Profile } from '../choices/profile.ts'
import { realTimers } from '../model/timers.ts'
import { World } from './world.ts'

/** A world without posts, in which the handlers answer as a profile says: always the same, and without a word. */
export function emptyWorld(profile: Profile): World {
  return new World({
    profile,
    seed: 1,
    initial: { posts: [], ids: { drawn: 0, highest: undefined } },
    strict: false,
    journalLimit: 1,
    now: () => 0,
    timers: realTimers,
    onWarning: () => {},
  })
}
