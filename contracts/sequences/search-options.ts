import type { Profile } from '../../handlers/choices/profile.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { Clock } from '../session/client/clock.ts'
import type { Concurrency } from '../session/concurrency.ts'
import type { StateSetupOptions } from '../session/state-setup.ts'
import type { TakenTexts } from '../session/taken-texts.ts'

export interface SearchOptions extends Pick<StateSetupOptions, 'send' | 'cleanUpLog'> {
  /** The text in every title of the run. */
  readonly marker: string
  /** The texts that the provider accepted before. Default none. */
  readonly taken?: TakenTexts
  /** The profile of the mock to compare with. */
  readonly profile: Profile
  readonly seed: number
  /** Replays only the sequence with this path of a failure. */
  readonly path?: string
  /** The most sequences. */
  readonly runs: number
  /** How long random ones are begun after the fixed ones, in milliseconds. */
  readonly budget: number
  /** How long to wait for a write to become visible, in milliseconds. */
  readonly settle: number
  /** Whether reads may show an older state for that long, as with replicas. Default false. */
  readonly isEventual?: boolean
  /** The longest delay of a write so far, in milliseconds; updated during the run. */
  readonly lateness: { longest: number }
  /** Operations to leave out. Default none. */
  readonly without?: readonly OperationName[]
  readonly signal: AbortSignal
  readonly clock: Clock
  /** How many sequences may run at the same time. */
  readonly concurrency: Concurrency
  /** Called after every sequence. */
  readonly onProgress?: (progress: SearchProgress) => void
}

export interface SearchProgress {
  readonly sequences: number
  /** Whether a sequence has failed. */
  readonly isFailing: boolean
  /** About how long the search still takes, in milliseconds. */
  readonly left: number
}
