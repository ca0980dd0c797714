import type { HttpHandler } from 'msw/http'
import { completeProfile, type Profile, type ProfileOption } from '../choices/profile.ts'
import { Faults, type Latency } from '../faults/faults.ts'
import { formatWarning, type Warning } from '../http/warning.ts'
import { Journal } from '../journal/journal.ts'
import { UnderstudyError } from '../model/errors.ts'
import { Listeners } from '../model/listeners.ts'
import { realTimers, type Timers } from '../model/timers.ts'
import { PostStore } from '../store/post-store.ts'
import { type InitialPost, seedPosts } from '../store/seeding.ts'

/** The options of all mocks; all have defaults. */
export interface WorldSettings {
  /** The number of seeded posts, or the initial posts. Default 25. */
  readonly posts?: number | readonly InitialPost[]
  /** The seed of posts, latencies and failure rates: an integer. Default 1. */
  readonly seed?: number
  /** How to answer what the interface document leaves open. Default the preset `default`. */
  readonly profile?: ProfileOption
  /**
   * The accepted credentials, if the profile needs some: a bearer token, `name:password`, or the key in a header. They are never
   * printed. Default any.
   */
  readonly credentials?: string | readonly string[] | undefined
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

/** MSW handlers of the user, which are asked before the operations. */
export interface OwnHandlers {
  /** The handlers of a world; rejects if they cannot be loaded. */
  of(world: World): readonly HttpHandler[] | Promise<readonly HttpHandler[]>
  /** Called with a sentence when one fails. */
  failed(sentence: string): void
}

/** The limit of remembered kinds of warnings. */
const mostKinds = 1000

/** The checked and complete settings of a world. */
interface WorldOptions extends Omit<Required<WorldSettings>, 'posts' | 'profile'> {
  readonly profile: Profile
}

/** What the environment of the mock decides about a world and its forks. */
export interface WorldEnvironment {
  /** Completes a profile that the user states; one that it has completed stays as it is. */
  complete(profile: ProfileOption): Profile
  created(world: World): void
}

const noEnvironment: WorldEnvironment = { complete: (profile) => completeProfile(profile), created() {} }

/** One isolated state of the mock: its posts, faults, journal and profile. */
export class World {
  readonly store: PostStore
  readonly faults: Faults
  readonly journal: Journal
  readonly options: WorldOptions
  /** Told of a change of the profile or of the faults. */
  readonly changed = new Listeners()
  /** The handlers of the user, if there are any; a fork has them, too. */
  own: OwnHandlers | undefined
  /** How many requests are being performed now. */
  performing = 0
  /** The window of the rate limit: when it began, and how many requests it has served. */
  window = { since: 0, served: 0 }
  /** How often it was reset. */
  resets = 0
  readonly #environment: WorldEnvironment
  #profile: Profile
  #reported = new Set<string>()

  /** @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID` */
  constructor(
    {
      posts = 25,
      seed = 1,
      profile = 'default',
      credentials,
      latency = 0,
      strict = false,
      onWarning = (warning) => console.warn(formatWarning(warning)),
      journalLimit = 1000,
      now = () => Date.now(),
      timers = realTimers,
      ...others
    }: WorldSettings,
    environment = noEnvironment,
  ) {
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Unknown option "${unknown}" of a posts mock. Check its spelling: docs/reference.md lists the options.`,
      )
    if (typeof posts === 'number' && !(Number.isSafeInteger(posts) && posts >= 0))
      throw invalid('posts', posts, 'Give a whole number from 0, or a list of posts.')
    if (!Number.isSafeInteger(seed)) throw invalid('seed', seed, 'Give a whole number.')
    if (!(Number.isSafeInteger(journalLimit) && journalLimit > 0))
      throw invalid('journalLimit', journalLimit, 'Give a whole number from 1.')
    this.#environment = environment
    this.#profile = environment.complete(profile)
    const checked = { seed, credentials, latency, strict, onWarning, journalLimit, now, timers }
    this.options = { ...checked, profile: this.#profile }
    const initial = seedPosts({ posts, seed, profile: this.#profile })
    this.store = new PostStore({ initial, seed, now, profile: () => this.#profile })
    this.faults = new Faults(seed, timers, () => this.changed.tell())
    this.journal = new Journal(journalLimit, timers)
    this.#beginFaults()
    environment.created(this)
  }

  get profile(): Profile {
    return this.#profile
  }

  get seed(): number {
    return this.options.seed
  }

  /** Changes the profile from the next request on; the posts stay. */
  setProfile(profile: ProfileOption): void {
    this.#profile = this.#environment.complete(profile)
    this.changed.tell()
  }

  /** Restores the initial posts, profile and latency, removes other faults, and clears the journal. */
  reset(): void {
    this.resets++
    this.setProfile(this.options.profile)
    this.store.reset()
    this.faults.restart()
    this.#beginFaults()
    this.journal.clear()
    this.window = { since: 0, served: 0 }
    this.#reported = new Set()
  }

  /** The world of a request that was sent after so many resets: this one, or since another reset a copy of it. */
  since(resets: number): World {
    if (resets === this.resets) return this
    const copy = this.fork()
    copy.resets = resets
    return copy
  }

  /** Creates a separate world with the current posts and profile. */
  fork(): World {
    const fork = new World({ ...this.options, profile: this.#profile, posts: 0 }, this.#environment)
    fork.store.setInitial(this.store.snapshot())
    fork.own = this.own
    return fork
  }

  /** Reports a warning, once for each kind. */
  report(warning: Warning): void {
    const kind = `${warning.about} ${warning.detail}`
    if (this.#reported.has(kind) || this.#reported.size >= mostKinds) return
    this.#reported.add(kind)
    this.options.onWarning(warning)
  }

  #beginFaults(): void {
    if (this.options.latency) this.faults.latency(this.options.latency)
  }
}

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts mock: "${option}" is ${String(value)}. ${nextStep}`,
  )
}
