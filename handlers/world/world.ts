import { completeProfile, type Profile, type ProfileOption } from '../choices/profile.ts'
import { Faults, type Latency } from '../faults/faults.ts'
import { formatWarning, type Warning } from '../http/warning.ts'
import { Journal, JournalRoom } from '../journal/journal.ts'
import type { Difference, JournalEntry } from '../journal/journal-entry.ts'
import type { Timers } from '../model/timers.ts'
import { PostStore } from '../store/post-store.ts'
import type { Snapshot } from '../store/state.ts'
import { RequestCount } from './request-count.ts'

/** How many kinds of warnings are told apart; a client that makes up a new one with each request is known by then. */
const mostKinds = 1000

/** What a world is made of; everything that varies comes in here. */
export interface WorldOptions {
  readonly profile: Profile
  readonly seed: number
  readonly initial: Snapshot
  /** The delay of every reply to begin with, and after a reset; default none. */
  readonly latency?: Latency
  /** Credentials that are accepted where the profile asks for some; default any. */
  readonly credentials?: readonly string[]
  /** Refuse what goes beyond the interface document. */
  readonly strict: boolean
  /** How many requests the journal keeps. */
  readonly journalLimit: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timers: Timers
  /** Called once for each kind of request that goes beyond the interface document. */
  readonly onWarning: (warning: Warning) => void
  /** What the journal shares with others; default nothing. */
  readonly journalRoom?: JournalRoom
}

/** A request that has no reply yet, because somebody asked for a latency or a time-out. Plain data. */
export type HeldRequest = Pick<JournalEntry, 'method' | 'path' | 'at'>

/** One isolated state of the mock: its posts, faults, journal and profile. */
export class World {
  readonly store: PostStore
  readonly faults: Faults
  readonly journal: Journal
  readonly options: WorldOptions
  readonly requests = new RequestCount()
  #profile: Profile
  #reported = new Set<string>()
  /** The requests that wait for their reply, oldest first. */
  readonly held = new Set<HeldRequest>()
  readonly #listeners = new Set<() => void>()

  constructor(options: WorldOptions) {
    this.options = options
    this.#profile = options.profile
    this.store = new PostStore(options)
    this.faults = new Faults(options.seed, options.timers)
    this.journal = new Journal(options.journalLimit, options.timers, options.journalRoom ?? new JournalRoom())
    this.#beginFaults()
  }

  get profile(): Profile {
    return this.#profile
  }

  get seed(): number {
    return this.options.seed
  }

  get strict(): boolean {
    return this.options.strict
  }

  /** Follows another profile from the next request on; the posts stay. */
  follow(profile: ProfileOption | Profile): void {
    this.#follow(completeProfile(profile))
  }

  /** How many requests another service answered otherwise. */
  different = 0

  /** Notes in what another service answered a request otherwise. */
  compared(number: number, differences: readonly Difference[]): void {
    this.journal.compared(number, differences)
    this.different++
    this.#tell()
  }

  /** Holds a request while a task delays its reply. */
  async holding<Result>(request: HeldRequest, task: () => Promise<Result>): Promise<Result> {
    this.held.add(request)
    this.#tell()
    try {
      return await task()
    } finally {
      this.held.delete(request)
      this.#tell()
    }
  }

  /**
   * Calls back when the world begins to follow a profile, when a request begins or ends to wait for its reply, and when one
   * was compared.
   * @returns a function that ends it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes back to the beginning: first posts, profile and latency, no other fault, an empty journal. */
  reset(): void {
    this.#follow(this.options.profile)
    this.store.reset()
    this.faults.clear()
    this.#beginFaults()
    this.journal.clear()
    this.requests.clear()
    this.#reported = new Set()
  }

  /** A world of its own that begins with the posts and the profile that this one has now. */
  fork(): World {
    const { options, journal } = this
    const initial = this.store.snapshot()
    return new World({ ...options, profile: this.#profile, initial, journalRoom: journal.room })
  }

  /** Reports a warning, the first time that its kind comes. */
  report(warning: Warning): void {
    const kind = `${warning.about} ${warning.detail}`
    if (this.#reported.has(kind) || this.#reported.size >= mostKinds) return
    this.#reported.add(kind)
    this.options.onWarning(warning)
  }

  #follow(profile: Profile): void {
    this.#profile = profile
    this.store.follow(profile)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #beginFaults(): void {
    if (this.options.latency) this.faults.latency(this.options.latency)
  }
}

/** Reports a warning on the console: what a world does unless told otherwise. */
export function warnOnConsole(warning: Warning): void {
  console.warn(formatWarning(warning))
}
