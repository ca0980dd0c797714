import type { OperationName } from '../../handlers/endpoints.ts'
import type { Observations } from '../choices/detection.ts'
import type { TrackedPosts } from '../custody/tracked-posts.ts'
import type { Send } from '../scenarios/exchange.ts'
import type { Clock } from '../wire/clock.ts'
import type { Pace } from '../wire/pace.ts'
import type { RunRecord } from './run-record.ts'
import type { Visibility } from './visibility.ts'

/** What all sequences of a run share: services, and what is known of the provider. Made once. */
export interface RunContext {
  /** Sends a request to the provider, if its write is safe. */
  readonly send: Send
  /** How many requests may run at the same time. */
  readonly pace: Pace
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly visibility: Visibility
  /** What is known of the posts of the provider; undefined where the run only reads. */
  readonly posts: Pick<TrackedPosts, 'unmarked' | 'facts' | 'foreign'> | undefined
  /** The text in the title or the content of each post of the run. */
  readonly marker: string
  /** Operations that are left out. */
  readonly without: readonly OperationName[]
  /** What the sequences saw, and found out about the provider. */
  readonly record: RunRecord
}

/** Whether a run does without an operation. */
export function leavesOut({ without }: Pick<RunContext, 'without'>, operation: string): boolean {
  return without.some((each) => each === operation)
}

/** Whether the provider gives the ids of deleted posts to new ones. */
export function reusesIds({ posts }: Pick<RunContext, 'posts'>): boolean {
  return posts?.facts.areIdsReused === true
}

/** What the examples of a run showed until now. */
export function observationsOf({ record, posts }: RunContext): Observations {
  const { examples, idEvents, beganEmpty = false } = record
  const areOthersAtWork = posts?.facts.areOthersAtWork === true
  return { byExample: new Map(examples), history: [...idEvents], beganEmpty, areOthersAtWork }
}
