import type { ChoiceId } from '../../handlers/choices.ts'
import type { OperationName, WriteName } from '../../handlers/endpoints.ts'
import type { ClientFit } from '../client/fit.ts'
import type { Finding } from '../judge/finding.ts'
import type { PactVerdict } from '../pact/native/verify-with-pact.ts'
import type { SessionOutcome } from '../run/provider-session.ts'
import type { ClauseId } from '../scenarios/clauses.ts'

/** The result of one clause. */
export interface ClauseResult {
  readonly clause: ClauseId
  readonly verdict: 'held' | 'broken' | 'not judged'
  /** How many observations could have broken it; 0 where it was not judged. */
  readonly observations: number
  /** The first few findings. */
  readonly findings: readonly Finding[]
  /** Other clauses that only seem broken because of this one. */
  readonly alsoSeenAs?: readonly ClauseId[]
  /** How many more findings there were; missing where there were none. */
  readonly more?: number
  /** Why it was not judged. */
  readonly reason?: string
}

/** The results of the ordinary requests of one operation: those that the document describes. */
export interface OperationResult {
  readonly operation: OperationName
  /** How many succeeded; with 0, no clause of the operation is held. */
  readonly accepted: number
  /** How many were refused or failed, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** Whether the run left it out on purpose. */
  readonly isLeftOut: boolean
}

/** The result of one choice. */
export interface ChoiceResult {
  readonly choice: ChoiceId
  /** `observed` without a profile; it never fails. */
  readonly verdict: 'held' | 'differs' | 'observed' | 'not judged'
  /** The profile's answer. */
  readonly expected?: unknown
  /** The provider's answer; missing where no profile can have it. */
  readonly actual?: unknown
  /** Why it was not judged, or what the provider does that no profile can say. */
  readonly reason?: string
}

/** What the sequences showed. */
export interface SequencesResult {
  /** Reproduces the same sequences. */
  readonly seed: number
  /** How many ran, shrinking and confirming included. */
  readonly sequences: number
}

/** What a run says of a provider. */
export interface Judgement {
  /** `not judged` where the provider is unreachable or refuses the run. */
  readonly verdict: 'held' | 'broken' | 'differs' | 'not judged'
  /** 0 also where all that failed is accepted. */
  readonly exitCode: 0 | 1 | 3
  /** The operations, in the order of the document. */
  readonly operations: readonly OperationResult[]
  readonly clauses: readonly ClauseResult[]
  readonly choices: readonly ChoiceResult[]
  /** What the document permits and most services do not do, in sentences; missing where nothing is. */
  readonly unusual?: readonly string[]
  /** Whether each client and the provider go together; missing where none was given. */
  readonly clients?: readonly ClientFit[]
  /** How many examples were not run, of how many, and why the first was not; missing where all were. */
  readonly notRun?: { readonly examples: number; readonly of: number; readonly reason: string }
  /** Missing where none ran. */
  readonly sequences?: SequencesResult
  /** Why the provider could not be judged. */
  readonly failureReason?: string
}

/** The result of a verification. Plain data, the input of reports. */
export interface VerifyResult extends Judgement, Omit<SessionOutcome<unknown>, 'result'> {
  /** The command that runs it again. */
  readonly command: string
  readonly mode: {
    /** The name of the compared profile; missing where only the interface document was checked. */
    readonly profile?: string
    /** The key of the example or the sequence that alone was run. */
    readonly only?: string
    readonly readOnly: boolean
    /** The operations that were left out. */
    readonly without: readonly WriteName[]
    /** The clauses and choices that may fail. */
    readonly accepted: readonly (ClauseId | ChoiceId)[]
  }
  /** The verdict of Pact's own verifier; missing where it did not run. */
  readonly pact?: PactVerdict
}
