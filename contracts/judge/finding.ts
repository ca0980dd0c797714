import type { PostId } from '../../handlers/model/post.ts'
import type { View } from '../model/reference-model.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange } from '../scenarios/exchange.ts'

/** Something that a provider did and a clause forbids. Plain data. */
export interface Finding {
  readonly clause: ClauseId
  /** Other clauses that explain it too. */
  readonly alternatives?: readonly ClauseId[]
  /** The post that is wrong. */
  readonly post?: PostId
  /** The example or sequence that shows it. */
  readonly shownBy: string
  /** What went wrong, such as "the list is not a list". */
  readonly about: string
  readonly expected: string
  readonly actual: string
  /** Where long texts differ: "differs at character 121 of 70,000". */
  readonly difference?: string
  /** The requests that it takes, in order, without secrets: of a sequence all. */
  readonly exchanges: readonly ShownExchange[]
  /** The views that show it. Default only the reply. */
  readonly views?: readonly View[]
  /** How long after its writes it shows, in seconds. Default at once. */
  readonly after?: number
  /** A POSIX shell script that repeats it from nothing. */
  readonly repeat?: string
  /** The command that shows it again. */
  readonly replay?: string
}

/** A request and its reply, or several alike in a row. Plain data. */
export interface ShownExchange extends Exchange {
  /** How many such requests were sent in a row. Default 1. */
  readonly times?: number
  /** The posts that they created. */
  readonly made?: readonly PostId[]
  /** The step of the sequence whose requests were sent at the same time. Default it was sent alone. */
  readonly atOnce?: number
  /** Of concurrent requests on a post that no order explains. */
  readonly place?: Place
}

/** The place of a concurrent request in the longest order that fits, from 1 on; or that it fits nowhere after it. */
export type Place = number | 'nowhere'

/** A fact that is not true, before it is known what showed it. */
export interface Violation extends Omit<Finding, 'shownBy' | 'exchanges'> {
  /** Whether waiting cannot correct it, as with a failed reply. A check still waits for other violations beside it. */
  readonly isFinal?: boolean
}

/** How many violations of one kind a check reports, and a result shows. */
export const mostViolations = 5
