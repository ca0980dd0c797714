import type { Profile } from '../choices/profile.ts'
import { realTimers } from '../model/timers.ts'
import { World } from './world.ts'

/** A deterministic world without posts and console output. */
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
