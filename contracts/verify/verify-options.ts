import type { ProfileOption } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { WriteName } from '../../handlers/endpoints.ts'
import type { ClientFile } from '../client/client-file.ts'
import type { ProviderSessionOptions } from '../run/provider-session.ts'
import type { ClauseId } from '../scenarios/clauses.ts'

/** The options of `verifyProvider`. */
export interface VerifyOptions extends ProviderSessionOptions {
  /**
   * Operations that are not tested; the run's posts are deleted at the end nevertheless. Without `create` the run
   * only reads. Default none.
   */
  readonly without?: readonly WriteName[]
  /**
   * The expected answers to choices: a choice that differs fails the run. Default none: only the interface document is
   * checked, and choices are observed.
   */
  readonly profile?: ProfileOption
  /** What clients rely on, as `posts-understudy client` wrote it: a run fails where an answer breaks one. Default none. */
  readonly clients?: readonly NamedClient[]
  /** Clauses that may be broken, and choices that may differ: where nothing else fails, the exit code is 0. Default none. */
  readonly accept?: readonly (ClauseId | ChoiceId)[]
  /** How a command line names the profile: a preset, or a file. Default the name of a preset. */
  readonly profileName?: string
  /**
   * Runs only the example or the sequence with this key of a result, such as `replace/existing` or `sequence/3`. A
   * random sequence needs its seed. Default all.
   */
  readonly only?: string
  /**
   * Whether Pact's own verifier replays the document's contract too. Default only at a near service without a rate.
   * Never where a clause is broken.
   */
  readonly pact?: boolean
  /** The same seed draws the same sequences. Default random; it is in the result. */
  readonly seed?: number
  /** How long sequences are drawn after the fixed ones, in milliseconds; 0 draws none. Default 5000. */
  readonly budget?: number
}

/** The usual time of drawn sequences, in milliseconds. */
export const usualBudget = 5000

/** A client file and its name in reports. */
export interface NamedClient {
  readonly name: string
  readonly client: ClientFile
}

/** Whether a run only reads: without creates it has no posts to replace or delete. */
export function onlyReads({ readOnly = false, without = [] }: Pick<VerifyOptions, 'readOnly' | 'without'>) {
  return readOnly || without.includes('create')
}
