import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'

/** How the state of the provider was looked at. */
export type View = 'list' | 'read'

/** Something that a provider did and a clause forbids. Plain data. */
export interface Finding {
  readonly clause: ClauseId
  /** The example or sequence that shows it. */
  readonly shownBy: string
  /** What went wrong, in a sentence without the values: "the post read back is not the one that was sent". */
  readonly about: string
  readonly expected: string
  readonly actual: string
  /** Where the two part, where they are too long to be shown whole: "differs at character 121 of 70,000". */
  readonly difference?: string
  /** What was sent and came back, in order, as far as it matters; secrets are not in it. */
  readonly exchanges: readonly Exchange[]
  /** The views that show it. Default the reply alone. */
  readonly views?: readonly View[]
  /** Whether a write was done and a text is not what it sent: texts are not kept, whoever sends them. */
  readonly isMangled?: boolean
  /** Whether it is a post that should not be there: one that a list did not show before may come into sight. */
  readonly isStray?: boolean
  /** Whether a post is gone that should be there. */
  readonly isMissing?: boolean
  /** Clauses that the replies break on which this stands: it may say no more than that. */
  readonly shakenBy?: readonly ClauseId[]
  /** How many such findings this one stands for. Default 1. */
  readonly times?: number
  /** The command that repeats the first of the requests that show it. */
  readonly repeat?: string
  /** The file that the command takes the body from, where it is too long for a command. */
  readonly bodyFile?: string
}
