import type { OperationName, PostId } from '../../handlers/model/post.ts'
import type { OwnPosts, View } from '../model/own-posts.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { type Exchange, writeOperations } from '../scenarios/exchange.ts'
import { isSuccess } from '../wire/status.ts'

/** Something that a provider did and a clause forbids. Plain data. */
export interface Finding {
  readonly clause: ClauseId
  /** Other clauses with the same symptoms. */
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
  /** The relevant exchanges, in order, without secrets. */
  readonly exchanges: readonly Exchange[]
  /** The views that show it. Default only the reply. */
  readonly views?: readonly View[]
  /** A POSIX shell script that repeats it from nothing. */
  readonly repeat?: string
}

/** A fact that is not true, before it is known what showed it. */
export interface Violation extends Omit<Finding, 'shownBy' | 'exchanges'> {
  /** Whether waiting cannot correct it, as with a failed reply. A check still waits for other faults beside it. */
  readonly isFinal?: boolean
}

/** How many faults of one kind a check reports, and a result shows. */
export const mostFaults = 5

/** The results of the ordinary requests of one operation: those that the document describes. */
interface Attempt {
  accepted: number
  /** How many were refused or failed, by status. */
  readonly refused: Record<string, number>
  /** The latest that was refused or failed. */
  latest?: Exchange
}

/** What the checks of a run saw, in all its sequences. */
export class RunRecord {
  /** How many observations could have broken each clause. */
  readonly observations = new Map<ClauseId, number>()
  readonly attempts: Readonly<Record<OperationName, Attempt>> = {
    list: { accepted: 0, refused: {} },
    read: { accepted: 0, refused: {} },
    create: { accepted: 0, refused: {} },
    replace: { accepted: 0, refused: {} },
    delete: { accepted: 0, refused: {} },
  }
  /** What is wrong, as far as it counts. */
  readonly findings: Finding[] = []
  /** Ids of the run's posts that a foreign post had before. */
  readonly takenIds = new Set<PostId>()

  observe(clause: ClauseId): void {
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /** Notes a reply, and the operation that it completes. */
  note(exchange: Exchange, own: OwnPosts): void {
    if (isSuccess(exchange.reply)) this.observe('wire.json')
    const operation = operationDone(exchange, own)
    if (operation) this.attempts[operation].accepted++
  }

  /** Notes an ordinary request that was refused or failed. */
  refuse(operation: OperationName, exchange: Exchange): void {
    const { refused } = this.attempts[operation]
    const { status } = exchange.reply
    refused[status] = (refused[status] ?? 0) + 1
    this.attempts[operation].latest = exchange
  }
}

/**
 * The operation that an exchange completed as the document describes it, on posts of this run or unused ids;
 * undefined where it did not.
 */
function operationDone({ request, reply }: Exchange, own: OwnPosts): OperationName | undefined {
  const { method, path } = request
  const id = idIn(path)
  const isOwn = id !== undefined && own.get(id) !== undefined
  if (method === 'GET' && path === listPath) return reply.status === 200 ? 'list' : undefined
  if (method === 'GET') {
    const isRead = id !== undefined && (reply.status === 200 || (reply.status === 404 && !isOwn))
    return isRead ? 'read' : undefined
  }
  const isOrdinary = method === 'POST' ? path === listPath : isOwn
  return isOrdinary && isSuccess(reply) ? writeOperations[method] : undefined
}
