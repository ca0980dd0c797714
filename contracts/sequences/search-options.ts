import type { Profile } from '../../handlers/choices/profile.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { Clock } from '../session/client/clock.ts'
import type { Concurrency } from '../session/concurrency.ts'
import type { StateSetupOptions } from '../session/state-setup.ts'
import type { TakenTexts } from '../session/taken-texts.ts'

export interface SearchOptions extends Pick<StateSetupOptions, 'send' | 'cleanUpLog'> {
  /** What every title of the run has in it. */
  readonly marker: string
  /** The texts that the provider took before. Default none. */
  readonly taken?: TakenTexts
  /** How our own handlers answer beside the provider. */
  readonly profile: Profile
  readonly seed: number
  /** Replays one sequence alone, as a failure's `path` names it. */
  readonly path?: string
  /** How many sequences at the most. */
  readonly runs: number
  /** How long they may take, in milliseconds; a quarter of it is kept to make one that fails short and to confirm it. */
  readonly budget: number
  /** How long a write may take to show, in milliseconds. */
  readonly settle: number
  /** Whether reads may go back in time until then, as a service does whose replicas differ. Default false. */
  readonly isEventual?: boolean
  /** The longest that a write has taken so far, in milliseconds; kept up to date. */
  readonly lateness: { longest: number }
  /** Operations that no sequence has. Default none. */
  readonly without?: readonly OperationName[]
  /** Leaves out crowds of posts. Default false. */
  readonly gentle?: boolean
  readonly signal: AbortSignal
  readonly clock: Clock
  /** How many sequences may be under way. */
  readonly concurrency: Concurrency
  /** Told after every sequence; `isFailing` once one has shown a fault. */
  readonly onProgress?: (progress: { readonly sequences: number; readonly isFailing: boolean }) => void
}
