import type { PartialProfile } from '../../handlers/choices/profile.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'

/** The environment variable with the profile of every mock: a preset's name, or answers as JSON. */
export const profileVariable = 'POSTS_UNDERSTUDY_PROFILE'

/** The environment variable with the folder where every mock records its requests, one NDJSON file for each process. */
export const recordVariable = 'POSTS_UNDERSTUDY_RECORD'

/** A request that a mock answered. */
export interface RecordedExchange {
  readonly kind: 'exchange'
  /** The name of the test, where a fixture knows it. */
  readonly test?: string
  /** The answers that the test itself stated, by its options or `useProfile`. */
  readonly own: PartialProfile
  /** The answers in effect that differ from the default. */
  readonly profile: PartialProfile
  /** How many posts there were. */
  readonly posts: number
  /** Whether the post that the request named was there before it. */
  readonly met: boolean
  /** Whether a post was deleted before in this mock. */
  readonly deleted: boolean
  readonly entry: JournalEntry
}

/** The outcome of one test. The last one of a name counts: a runner may retry a test. */
export interface RecordedTest {
  readonly kind: 'test'
  /** Such as "posts.test.ts > the list > shows the titles". */
  readonly test: string
  readonly passed: boolean
}

/** A line of a recording, as JSON with exact ids. */
export type RecordedLine = RecordedExchange | RecordedTest
