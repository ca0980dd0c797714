import { completeProfile, type Profile } from '../choices/profile.ts'
import { UnderstudyError } from '../model/errors.ts'
import { realTimers } from '../model/timers.ts'
import { seedPosts } from '../store/seeding.ts'
import { World, warnOnConsole } from './world.ts'
import type { WorldSettings } from './world-settings.ts'

/**
 * Checks the settings and creates a world.
 *
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`
 */
export function createWorld(settings: WorldSettings): World {
  const { posts = 25, seed = 1, latency = 0, strict = false, journalLimit = 1000 } = settings
  const credentials = typeof settings.credentials === 'string' ? [settings.credentials] : settings.credentials
  const { onWarning = warnOnConsole, now = () => Date.now(), timers = realTimers } = settings
  if (!Number.isSafeInteger(seed)) throw invalid('seed', seed, 'Give a whole number.')
  if (!(Number.isSafeInteger(journalLimit) && journalLimit > 0))
    throw invalid('journalLimit', journalLimit, 'Give a whole number from 1.')
  const profile = completeProfile(settings.profile)
  const initial = seedPosts({ posts, seed, profile })
  return new World({
    profile,
    seed,
    initial,
    latency,
    credentials,
    strict,
    onWarning,
    journalLimit,
    now,
    timers,
  })
}

/** A deterministic world without posts and console output. */
export function emptyWorld(profile: Profile): World {
  return createWorld({ posts: 0, profile, journalLimit: 1, now: () => 0, onWarning() {} })
}

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts mock: "${option}" is ${String(value)}. ${nextStep}`,
  )
}
