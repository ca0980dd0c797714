import type { OperationName, PostId } from '../../handlers/model/post.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, isSuccess, writeOperations } from '../spec/exchange.ts'
import type { Finding, Violation } from './finding.ts'
import { wireFault } from './reply-check.ts'

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

  /** Notes a reply, and the operation that it completes. @returns what is wrong with it, whatever was asked. */
  note(exchange: Exchange, own: OwnPosts): Violation | undefined {
    if (isSuccess(exchange.reply)) this.observe('wire.json')
    const operation = operationDone(exchange, own)
    if (operation) this.attempts[operation].accepted++
    return wireFault(exchange)
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
  if (method === 'GET' && path === '/posts') return reply.status === 200 ? 'list' : undefined
  if (method === 'GET') {
    const isRead = id !== undefined && (reply.status === 200 || (reply.status === 404 && !isOwn))
    return isRead ? 'read' : undefined
  }
  const isOrdinary = method === 'POST' ? path === '/posts' : isOwn
  return isOrdinary && isSuccess(reply) ? writeOperations[method] : undefined
}
