import { completeProfile, type Profile, type ProfileOption } from '../choices/profile.ts'
import { Faults } from '../faults/faults.ts'
import { formatWarning, outsideInterface, type Warning } from '../http/warning.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'
import { PostStore } from '../store/post-store.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { WorldSettings } from './world-settings.ts'

/** The limit of remembered kinds of warnings. */
const mostKinds = 1000

/** The checked and complete settings of a world. */
export interface WorldOptions extends Omit<Required<WorldSettings>, 'posts' | 'profile' | 'credentials'> {
  readonly profile: Profile
  /** The initial posts, also after a reset. */
  readonly initial: Snapshot
  readonly credentials?: readonly string[] | undefined
}

/** A request without a reply yet, because of a latency or a timeout. Plain data. */
export type HeldRequest = Pick<JournalEntry, 'method' | 'path' | 'at'>

/** One isolated state of the mock: its posts, faults, journal and profile. */
export class World {
  readonly store: PostStore
  readonly faults: Faults
  readonly journal: Journal
  readonly options: WorldOptions
  /** The window of the rate limit: when it began, and how many requests it has served. */
  window = { since: 0, served: 0 }
  #profile: Profile
  #reported = new Set<string>()
  /** The requests that wait for a reply, oldest first. */
  readonly held = new Set<HeldRequest>()
  readonly #listeners = new Set<() => void>()

  constructor(options: WorldOptions) {
    this.options = options
    this.#profile = options.profile
    this.store = new PostStore({ ...options, profile: () => this.#profile })
    this.faults = new Faults(options.seed, options.timers)
    this.journal = new Journal(options.journalLimit, options.timers)
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

  /** Changes the profile from the next request on; the posts stay. */
  follow(profile: ProfileOption | Profile): void {
    this.#follow(completeProfile(profile))
  }

  /** Lists a request as held while a task delays its reply. */
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
   * Calls a listener after a change of the profile or of the held requests.
   * @returns a function that removes it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Restores the initial posts, profile and latency, removes other faults, and clears the journal. */
  reset(): void {
    this.#follow(this.options.profile)
    this.store.reset()
    this.faults.restart()
    this.#beginFaults()
    this.journal.clear()
    this.window = { since: 0, served: 0 }
    this.#reported = new Set()
  }

  /** Creates a separate world with the current posts and profile. */
  fork(): World {
    return new World({ ...this.options, profile: this.#profile, initial: this.store.snapshot() })
  }

  /** Reports a warning, once for each kind. */
  report(warning: Warning): void {
    const kind = `${warning.about} ${warning.detail}`
    if (this.#reported.has(kind) || this.#reported.size >= mostKinds) return
    this.#reported.add(kind)
    this.options.onWarning(warning)
  }

  #follow(profile: Profile): void {
    this.#profile = profile
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #beginFaults(): void {
    if (this.options.latency) this.faults.latency(this.options.latency)
  }
}

/** The default of `onWarning`: prints a warning on the console. */
export function warnOnConsole(warning: Warning): void {
  console.warn(formatWarning(warning))
}

/**
 * The errors that fail a test at its end: in strict mode requests beyond the document. An unused planned fault is only a warning,
 * because its request may still be pending.
 */
export function testProblems({ strict, journal, faults }: World): UnderstudyError[] {
  const [{ warnings }, { next }] = [journal, faults.settings]
  const unmet = new Set(next.map(({ operation, fault }) => `${operation} ${stringifyJson(fault)}`))
  if (unmet.size > 0)
    console.warn(
      `[posts-understudy] No request met the planned fault ${[...unmet].join(', ')} before the test ended. Wait for the request, or take the fault back with faults.clear().`,
    )
  return strict && warnings.length > 0 ? [outsideInterface(warnings)] : []
}
