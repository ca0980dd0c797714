import type { Profile, ProfileOption } from '../../src/profile.ts'

/** What `verifyProvider` takes. */
export interface VerifyOptions extends SequenceOptions {
  /** The provider's base address, which ends in `/v1`. */
  readonly url: string
  /** Judges by the interface document alone; choices are observed and cannot fail. Default false. */
  readonly documentOnly?: boolean
  /** The profile that the provider is held against. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** Sent with every request and shown nowhere. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends GET, HEAD and OPTIONS alone, and judges what they can show. Default false. */
  readonly readOnly?: boolean
  /** Trusts any certificate. Default false. */
  readonly insecure?: boolean
  /** How long an answer is waited for, in milliseconds. Default 10 000. */
  readonly timeout?: number
  /** How long a write may take to show, in milliseconds. Default 2000. */
  readonly settle?: number
  /** Default as many as there are. */
  readonly maxRequestsPerSecond?: number
  /** The pacticipants' names in the Pact files. */
  readonly consumer?: string
  readonly provider?: string
  /**
   * A hook of the provider's that sets provider states up, called as Pact's verifiers call it: `POST` with
   * `{ consumer, state, params: { title, content }, action: 'setup' | 'teardown' }`, answered with the values of the state,
   * such as `{ "id": 7 }`. Default none: states are set up through the interface itself.
   */
  readonly stateUrl?: string
  /** Where the ledger of the run lies. Default the user's state folder. */
  readonly ledgerFolder?: string
  /** Ends the run early; the posts it made are removed all the same. */
  readonly signal?: AbortSignal
  /** Told of every interaction once it is judged, and of every sequence once it was played. */
  readonly onProgress?: (progress: Progress) => void
}

/** What says which sequences are played, and how many. */
export interface SequenceOptions {
  /** What the sequences are drawn from: the same seed draws the same ones. Default random; the result names it. */
  readonly seed?: number
  /** Replays one sequence alone, as a result names it beside the seed; the contracts are left out then. */
  readonly path?: string
  /** How many sequences at the most. Default 400. */
  readonly runs?: number
  /** How long new sequences are begun, in milliseconds. Default 20 000; 0 plays none. */
  readonly budget?: number
  /** Leaves out the crowd of 101 posts. Default false. */
  readonly gentle?: boolean
}

/** How far a run is. */
export interface Progress {
  readonly done: number
  /** How many there are; of sequences, how many there may be. */
  readonly total: number
  /** What was done: an interaction's key, or a sequence's number. */
  readonly key: string
}
