import type { PostId } from '../../handlers/model/post.ts'
import type { View } from '../model/reference-model.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange, SentRequest } from '../scenarios/exchange.ts'

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
  /** The concurrent requests on one post that no order explains. */
  readonly race?: Race
}

/** A request and its reply, or several alike in a row. Plain data. */
export interface ShownExchange extends Exchange {
  /** How many such requests were sent in a row. Default 1. */
  readonly times?: number
  /** The posts that they created. */
  readonly made?: readonly PostId[]
  /** The step of the sequence whose requests were sent at the same time. Default it was sent alone. */
  readonly atOnce?: number
}

/** A history that no order explains. Plain data, with the moments of its exchanges. */
export interface Race {
  readonly operations: readonly RaceOperation[]
  /** The longest order that fits: places in `operations`. */
  readonly order: readonly number[]
  /** The one that fits nowhere after it. */
  readonly misfit: number
}

/** A request on the post of a race. */
export interface RaceOperation {
  /** Who sent it, from 1 on. */
  readonly client: number
  readonly request: SentRequest
  readonly status: number
  /** What the reply says of the post. */
  readonly shown: string
  readonly call: number
  /** Null where no reply says whether it was done. */
  readonly return: number | null
  /** Whether the order has it. */
  readonly fits: boolean
}

/** A fact that is not true, before it is known what showed it. */
export interface Violation extends Omit<Finding, 'shownBy' | 'exchanges'> {
  /** Whether waiting cannot correct it, as with a failed reply. A check still waits for other violations beside it. */
  readonly isFinal?: boolean
}

/** How many violations of one kind a check reports, and a result shows. */
export const mostViolations = 5
