import type { ChoiceId } from '../../handlers/choices.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import type { NativeResult } from '../pact/replay/native-verdicts.ts'
import type { SessionOutcome } from '../run/provider-session.ts'
import type { SequenceFailure } from '../sequences/confirm.ts'
import type { Difference } from '../sequences/difference.ts'
import type { LeftOut } from './verify-options.ts'

/** What was found out of one clause. */
export interface ClauseResult {
  readonly clause: ClauseId
  readonly verdict: 'held' | 'broken' | 'not judged'
  /** How many observations could have broken it; 0 where it was not judged. */
  readonly observations: number
  /** Which parts of the run judged it. */
  readonly shownBy: readonly ('contract' | 'sequences')[]
  /** The first few. */
  readonly findings: readonly Finding[]
  /** What else this explains: by it other clauses only seem broken. Missing where nothing is. */
  readonly alsoSeenAs?: readonly Finding[]
  /** How many findings there were beside these; missing where there were none. */
  readonly more?: number
  /** Why it was not judged. */
  readonly reason?: string
}

/** What became of the ordinary requests of one operation: such that the document describes, with nothing special about them. */
export interface OperationResult {
  readonly operation: OperationName
  /** How many were done; where there are none, no clause of the operation is held. */
  readonly accepted: number
  /** How many were not done, by the status that they were answered with. */
  readonly refused: Readonly<Record<string, number>>
  /** Whether the run left it out on purpose. */
  readonly isLeftOut: boolean
}

/** What was found out of one choice. */
export interface ChoiceResult {
  readonly choice: ChoiceId
  /** `observed` where the profile was not asked for; it can never fail. */
  readonly verdict: 'held' | 'differs' | 'observed' | 'not judged'
  /** The profile's answer. */
  readonly expected?: unknown
  /** The provider's answer, as the profile would say it. */
  readonly actual?: unknown
  /** Whether the provider gives an answer that no profile can say: then nothing is compared. */
  readonly unsayable?: true
  /** The exchanges from which the answer was read. */
  readonly evidence: readonly Exchange[]
  readonly reason?: string
}

/** What was run beyond the contracts: random sequences of the five operations. */
export interface SequencesResult {
  /** Draws the same sequences again. */
  readonly seed: number
  /** How many were run, those that made one short and confirmed it included. */
  readonly sequences: number
  readonly steps: number
  /** Requests that the steps sent. */
  readonly requests: number
  /** Requests that looked at what came of them. */
  readonly looks: number
  /** How many sequences were under way at the same time, at the most. */
  readonly atOnce: number
  /** Milliseconds. */
  readonly duration: number
  /** The shortest sequence that shows a fault; missing where none did. */
  readonly failure?: SequenceReport
  /** What the provider does otherwise than the mock and no choice answers: no profile makes the mock follow. */
  readonly differences: readonly Difference[]
}

/** A sequence that shows a fault, made as short as it can be. Its finding stands with the clause. */
export interface SequenceReport extends Omit<SequenceFailure, 'steps' | 'findings'> {
  /** The commands that repeat it by hand. */
  readonly script: readonly string[]
  /** The command that replays it. */
  readonly replay: string
}

/** What of a result was known before. */
export interface BaselineResult {
  /** What no entry of the baseline covers. */
  readonly new: readonly Deviation[]
  readonly known: readonly KnownDeviation[]
  /** Known, but accepted no longer. */
  readonly expired: readonly KnownDeviation[]
  /** Entries whose clause or choice held. */
  readonly fixed: readonly KnownDeviation[]
}

/** A way in which a clause is broken, or a choice answered otherwise. Plain data. */
export type Deviation =
  | { readonly clause: ClauseId; readonly cause?: string }
  | { readonly choice: ChoiceId; readonly answer?: unknown }

/** A deviation that a team accepts for a while. Without cause or answer it stands for every one of its clause or choice. */
export type KnownDeviation = Deviation & {
  readonly reason: string
  /** The last day on which it is accepted, such as `2027-01-31`. */
  readonly until?: string
}

/** All that a verification found out. Plain data; reports are made of it. */
export interface VerifyResult extends Omit<SessionOutcome<unknown>, 'result'> {
  /** The command that runs it again. */
  readonly command: string
  /** `not judged` where nothing could be: unreachable, unauthorised, set-up impossible. */
  readonly verdict: 'held' | 'broken' | 'differs' | 'not judged'
  readonly exitCode: 0 | 1 | 3
  readonly mode: {
    readonly documentOnly: boolean
    readonly readOnly: boolean
    /** The operations that were left out on purpose. */
    readonly without: readonly LeftOut[]
  }
  /** What became of the ordinary requests of each operation, in the order of the document. */
  readonly operations: readonly OperationResult[]
  readonly clauses: readonly ClauseResult[]
  readonly choices: readonly ChoiceResult[]
  readonly interactions: readonly NativeResult[]
  /** Missing where none were run. */
  readonly sequences?: SequencesResult
  /** Where the provider could not be judged: why. */
  readonly failureReason?: string
  /** Where it was held against a baseline: then the exit code is 0 where all is known. */
  readonly baseline?: BaselineResult
}
