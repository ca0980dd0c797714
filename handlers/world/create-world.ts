import { completeProfile, type Profile, type ProfileOption } from '../choices/profile.ts'
import type { Latency } from '../faults/faults.ts'
import type { Warning } from '../http/warning.ts'
import { UnderstudyError } from '../model/errors.ts'
import type { OptionNames } from '../model/known-options.ts'
import { realTimers, type Timers } from '../model/timers.ts'
import { type InitialPost, seedPosts } from '../store/seeding.ts'
import { World, warnOnConsole } from './world.ts'

/** The options of all mocks; all have defaults. */
export interface WorldSettings {
  /** The number of seeded posts, or the initial posts. Default 25. */
  readonly posts?: number | readonly InitialPost[]
  /** The seed of posts, latencies and failure rates: an integer. Default 1. */
  readonly seed?: number
  /** How to answer what the interface document leaves open. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /**
   * The accepted credentials, if the profile needs some: a bearer token, `name:password`, or the key in a header. They are never
   * printed. Default any.
   */
  readonly credentials?: string | readonly string[]
  /** The delay of every reply, in milliseconds, also after a reset. Default 0. */
  readonly latency?: Latency
  /**
   * Whether to refuse requests beyond the interface document with 501. Default false: they are answered and reported. It does
   * not test which replies the client relies on: run the tests with another profile for that.
   */
  readonly strict?: boolean
  /** Called once for each kind of request that goes beyond the document. Default: `console.warn`. */
  readonly onWarning?: (warning: Warning) => void
  /** The maximum number of requests in the journal. Default 1000. */
  readonly journalLimit?: number
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** The timers of latencies and timeouts. Default the real timers, also under fake timers of a test. */
  readonly timers?: Timers
}

export const worldSettingNames: OptionNames<WorldSettings> = {
  posts: true,
  seed: true,
  profile: true,
  credentials: true,
  latency: true,
  strict: true,
  onWarning: true,
  journalLimit: true,
  now: true,
  timers: true,
}

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

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts mock: "${option}" is ${String(value)}. ${nextStep}`,
  )
}
