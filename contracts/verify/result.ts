import type { ChoiceId } from '../../handlers/choices.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import type { Difference } from '../sequences/difference.ts'
import type { StoryLine } from '../sequences/story.ts'

/** Something that a provider did and a clause forbids. Plain data. */
export interface Finding {
  readonly clause: ClauseId
  /** The example or sequence that shows it. */
  readonly shownBy: string
  /** What went wrong, in a sentence without the values: "the post read back is not the one that was sent". */
  readonly about: string
  readonly expected: string
  readonly actual: string
  /** What was sent and came back, in order, as far as it matters; secrets are not in it. */
  readonly exchanges: readonly Exchange[]
  /** The command that repeats the first of the requests. */
  readonly repeat?: string
}

/** What was found out of one clause. */
export interface ClauseResult {
  readonly clause: ClauseId
  readonly verdict: 'held' | 'broken' | 'not judged'
  /** Which parts of the run judged it. */
  readonly shownBy: readonly ('contract' | 'sequences')[]
  readonly findings: readonly Finding[]
  /** Why it was not judged. */
  readonly reason?: string
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
  /** The exchanges from which the answer was read. */
  readonly evidence: readonly Exchange[]
  readonly reason?: string
}

/** What Pact's own verifier said of one interaction. */
export interface NativeResult {
  readonly contract: 'document' | 'mock'
  /** The interaction's key. */
  readonly key: string
  readonly verdict: 'ok' | 'mismatch' | 'error'
  /** Pact's mismatches as sentences, or its error. */
  readonly messages: readonly string[]
  /** Why the interaction's states could not be set up. */
  readonly setUpFailure?: string
}

/** What was played beyond the contracts: random sequences of the five operations. */
export interface SequencesResult {
  /** Draws the same sequences again. */
  readonly seed: number
  /** How many were played, those that made one short and confirmed it included. */
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
export interface SequenceReport {
  /** Replays it, with the seed. */
  readonly path: string
  /** Whether it shows each time that it is played, not each time, or is right after a while. */
  readonly kind: 'deterministic' | 'flaky' | 'late'
  /** How often it was played in the end, and how often it showed. */
  readonly plays: number
  readonly shown: number
  /** How long it took until what was late was right, in milliseconds. */
  readonly window?: number
  /** How many sequences were under way when it showed; missing where it shows alone. */
  readonly amid?: number
  readonly story: readonly StoryLine[]
  /** The commands that repeat it by hand. */
  readonly script: readonly string[]
  /** The command that replays it. */
  readonly replay: string
}

/** A post that the run created and could not remove, or of which nobody can tell whether it did. */
export interface Leftover {
  readonly title: string
  readonly path: string | undefined
  /** The command that removes it; undefined where it may be somebody else's. */
  readonly curl: string | undefined
  /** Why nobody can tell whether it is there, or whose it is. */
  readonly reason?: string
}

/** All that a verification found out. Plain data; reports are made of it. */
export interface VerifyResult {
  /** The provider's base address, without credentials. */
  readonly url: string
  /** `not judged` where nothing could be: unreachable, unauthorised, set-up impossible. */
  readonly verdict: 'held' | 'broken' | 'differs' | 'not judged'
  readonly exitCode: 0 | 1 | 3
  readonly mode: { readonly documentOnly: boolean; readonly readOnly: boolean }
  readonly clauses: readonly ClauseResult[]
  readonly choices: readonly ChoiceResult[]
  readonly interactions: readonly NativeResult[]
  /** Missing where none were played. */
  readonly sequences?: SequencesResult
  /** Where the provider could not be judged: why. */
  readonly obstacle?: string
  readonly leftovers: readonly Leftover[]
  /** What is worth knowing and no verdict: redirects, waiting for writes to be readable, rate limits. */
  readonly notes: readonly string[]
  /** Requests sent, in all. */
  readonly requests: number
  /** Milliseconds. */
  readonly duration: number
}
