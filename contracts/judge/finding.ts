import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import type { View } from '../session/write-log.ts'

/** What went wrong, without the ids that each run has for itself. */
export function causeOf({ about }: Pick<Finding, 'about'>): string {
  return about.replaceAll(/-?\d+/g, '#')
}

/** Something that a provider did and a clause forbids. Plain data. */
export interface Finding {
  readonly clause: ClauseId
  /** Other clauses that would show in the same way if they were broken. */
  readonly alternatives?: readonly ClauseId[]
  /** The post that is wrong. */
  readonly post?: PostId
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
  /** How many such findings this one stands for. Default 1. */
  readonly times?: number
  /** The command that repeats the first of the requests that show it. */
  readonly repeat?: string
  /** The file that the command takes the body from, where it is too long for a command. */
  readonly bodyFile?: string
}
