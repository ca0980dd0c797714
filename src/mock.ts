import type { HttpHandler } from 'msw/http'
import { BaseUrl, defaultBaseUrl } from '../handlers/base-url.ts'
import type { Faults } from '../handlers/faults.ts'
import type { Journal } from '../handlers/journal.ts'
import { createHandlers } from '../handlers/msw.ts'
import { realTimers, type Timers } from '../handlers/timers.ts'
import type { Warning } from '../handlers/warning.ts'
import { World, warnOnConsole } from '../handlers/world.ts'
import { UnderstudyError } from './errors.ts'
import { createFetch } from './fetch.ts'
import { createPostsFace, type PostsFace } from './posts-face.ts'
import { completeProfile, type Profile, type ProfileOption } from './profile.ts'
import type { Seeder } from './seed/seeder.ts'
import { type InitialPost, seedPosts } from './store/seeding.ts'
import type { Snapshot } from './store/state.ts'

/** What {@link createPostsMock} takes; every option has a default. */
export interface PostsMockOptions {
  /**
   * The base address to answer below: absolute, of the page's own origin (`/v1`), of any origin (a `*` before the
   * path), or `*` for whatever comes before `/posts`. Default: `/v1` of any origin.
   */
  readonly baseUrl?: string
  /** How many readable posts to begin with, or the posts themselves. Default 25. */
  readonly posts?: number | readonly InitialPost[]
  /** What seeded posts, latencies and failure rates are drawn from: a whole number. Default 1. */
  readonly seed?: number
  /** Answers to what the interface document leaves open. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** Refuse, with 501, whatever goes beyond the interface document. Default false: it is answered and reported. */
  readonly strict?: boolean
  /** Called once for each kind of request that goes beyond the document. Default: `console.warn`. */
  readonly onWarning?: (warning: Warning) => void
  /** How many requests the journal keeps. Default 1000. */
  readonly journalLimit?: number
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** What latencies and time-outs wait with. Default the real timers, taken before a test can put in fake ones. */
  readonly timers?: Timers
}

/** A mock of the posts service: store, profile, handlers, faults and journal. */
export interface PostsMock {
  /** MSW handlers: `setupServer(...mock.handlers)`, `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly HttpHandler[]
  /** The same without any interception, for clients that take a `fetch`. */
  readonly fetch: typeof globalThis.fetch
  /** The posts, past HTTP and past the profile's rules for input. */
  readonly posts: PostsFace
  readonly faults: Faults
  readonly journal: Journal
  /** The profile in force. */
  readonly profile: Profile
  /** Follows another profile from the next request on; the posts stay. A reset goes back to the first one. */
  useProfile(profile: ProfileOption | Profile): void
  /** Goes back to the beginning: first posts, first profile, no faults, an empty journal. The next operation sees it. */
  reset(): void
  /** The posts of this moment; no later write changes it. Plain data. */
  snapshot(): Snapshot
  /** Goes back to a snapshot of the posts. The next operation sees it. */
  restore(snapshot: Snapshot): void
  /** A mock of its own that begins with this one's posts and profile of now. */
  fork(): PostsMock
  /** The world behind it, for hosts. */
  readonly world: World
}

/** Makes a mock whose seeded posts come from a given source; `createPostsMock` of each entry is this with its own. */
export function createMock(options: PostsMockOptions, seeder: Seeder): PostsMock {
  const { posts = 25, seed = 1, strict = false, onWarning = warnOnConsole, journalLimit = 1000 } = options
  const { now = () => Date.now(), timers = realTimers } = options
  if (!Number.isSafeInteger(seed)) throw invalid('seed', seed, 'Give a whole number.')
  if (!(Number.isSafeInteger(journalLimit) && journalLimit > 0))
    throw invalid('journalLimit', journalLimit, 'Give a whole number from 1.')
  const profile = completeProfile(options.profile)
  const initial = seedPosts({ posts, seed, profile, seeder })
  const baseUrl = new BaseUrl(options.baseUrl ?? defaultBaseUrl)
  return faceOf(new World({ profile, seed, initial, strict, onWarning, journalLimit, now, timers }), baseUrl)
}

function faceOf(world: World, baseUrl: BaseUrl): PostsMock {
  return {
    world,
    handlers: createHandlers(baseUrl, world),
    fetch: createFetch(baseUrl, world),
    posts: createPostsFace(world),
    faults: world.faults,
    journal: world.journal,
    get profile() {
      return world.profile
    },
    useProfile: (profile) => world.follow(profile),
    reset: () => world.reset(),
    snapshot: () => world.store.snapshot(),
    restore: (snapshot) => world.store.restore(snapshot),
    fork: () => faceOf(world.fork(), baseUrl),
  }
}

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts mock: "${option}" is ${String(value)}. ${nextStep}`,
  )
}
