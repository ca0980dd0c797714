import type { Profile, ProfileOption } from '../choices/profile.ts'
import type { Latency } from '../faults/fault-settings.ts'
import type { Warning } from '../http/warning.ts'
import type { Timers } from '../model/timers.ts'
import type { InitialPost } from '../store/seeding.ts'

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
