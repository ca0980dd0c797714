import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { ProviderSessionOptions } from '../run/provider-session.ts'

/** The operations that a run can leave out. */
export const leavable = ['create', 'replace', 'delete'] as const

/** An operation that a run can leave out. */
export type LeftOut = (typeof leavable)[number]

/** What `verifyProvider` takes. */
export interface VerifyOptions extends ProviderSessionOptions, SequenceOptions {
  /** Judges by the interface document alone; choices are observed and cannot fail. Default false. */
  readonly documentOnly?: boolean
  /**
   * Operations that are neither tried nor judged; posts of the run are deleted at the end all the same. Without `create` there is
   * nothing to replace or delete, and the run only reads. Default none.
   */
  readonly without?: readonly LeftOut[]
  /** The profile that the provider is held against. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** The pacticipants' names in the Pact files. */
  readonly consumer?: string
  readonly provider?: string
  /**
   * A hook of the provider's that sets provider states up, called as Pact's verifiers call it: `POST` with
   * `{ consumer, state, params: { title, content }, action: 'setup' | 'teardown' }`, answered with the values of the state,
   * such as `{ "id": 7 }`. Default none: states are set up through the interface itself.
   */
  readonly stateUrl?: string
  /** Ends at the first broken clause: the rest is not judged. Default false. */
  readonly failFast?: boolean
}

/** What says which sequences are run, and how many. */
export interface SequenceOptions {
  /** What the sequences are drawn from: the same seed draws the same ones. Default random; the result names it. */
  readonly seed?: number
  /** Replays one sequence alone, as a result names it beside the seed; the contracts are left out then. */
  readonly path?: string
  /** How many sequences at the most. Default 400. */
  readonly runs?: number
  /** How long sequences may take, those that make a failing one short included, in milliseconds. Default 20 000; 0 runs none. */
  readonly budget?: number
  /** Leaves out the crowd of 101 posts. Default false. */
  readonly gentle?: boolean
}
