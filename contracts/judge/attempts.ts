import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply, writeOperations } from '../document/exchange.ts'
import type { OwnPosts } from '../session/own-posts.ts'

/** The clause that an operation breaks when an ordinary request of it is not done. */
export const mainClause = {
  list: 'list.ok',
  read: 'read.ok',
  create: 'create.adds',
  replace: 'replace.whole',
  delete: 'delete.removes',
} as const satisfies Record<OperationName, ClauseId>

/** Statuses that tell of rights: each request of the same kind is answered so. */
const rights = [401, 403, 407]
/** Statuses that tell of limits and conditions: to be paid, locked, a precondition, too many requests, no space. */
const limits = [402, 423, 428, 429, 507]

/** Asks whether a service says that this client may not, or not now: its rights and limits are not in the document. */
export function isBarred({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return [...rights, ...limits].includes(status)
}

/** Asks whether a reply tells that a read failed, which is another thing than a post that is not there yet. */
export function isFailure(reply: Pick<ReceivedReply, 'status'>): boolean {
  return reply.status >= 400 && reply.status !== 404 && !isBarred(reply)
}

/** What became of the ordinary requests of one operation: those that the document describes, with nothing special about them. */
export interface Attempt {
  /** How many were done. */
  accepted: number
  /** How many were refused, or failed, by their status. */
  readonly refused: Map<number, number>
  /** The latest of those that were refused. */
  latest?: Exchange
}

interface Refusal {
  readonly exchange: Exchange
  /** How many posts the run had then; a quota may explain that there are not more. */
  readonly posts: number
}

/** What became of the ordinary requests of a run, by their operation. */
export class Attempts {
  readonly #all = new Map<OperationName, Attempt>()
  readonly #barred = new Map<OperationName, Refusal>()

  /** What became of an operation. */
  of(operation: OperationName): Readonly<Attempt> {
    return this.#at(operation)
  }

  /**
   * Notes a reply that did what the document says.
   * @returns the refusal that it gives the lie to: the same client was refused the same kind of request before.
   */
  accept(operation: OperationName, own: OwnPosts): Exchange | undefined {
    this.#at(operation).accepted++
    const before = this.#barred.get(operation)
    if (!before || (operation === 'create' && own.alive.length < before.posts)) return undefined
    this.#barred.delete(operation)
    return before.exchange
  }

  /** Notes that an ordinary request was not done. */
  refuse(operation: OperationName, exchange: Exchange, own: OwnPosts): void {
    const { status } = exchange.reply
    const attempt = this.#at(operation)
    attempt.refused.set(status, (attempt.refused.get(status) ?? 0) + 1)
    attempt.latest = exchange
    if (rights.includes(status)) this.#barred.set(operation, { exchange, posts: own.alive.length })
  }

  /** Adds what became of the requests of another part of the run. */
  add(others: Attempts): void {
    for (const [operation, { accepted, refused, latest }] of others.#all) {
      const attempt = this.#at(operation)
      attempt.accepted += accepted
      for (const [status, count] of refused)
        attempt.refused.set(status, (attempt.refused.get(status) ?? 0) + count)
      if (latest) attempt.latest ??= latest
    }
  }

  #at(operation: OperationName): Attempt {
    const known = this.#all.get(operation)
    if (known) return known
    const attempt: Attempt = { accepted: 0, refused: new Map() }
    this.#all.set(operation, attempt)
    return attempt
  }
}

/**
 * The operation that was done as the document describes it: a list, a read of a post or of an id that none has, a create, a
 * replace or a delete of a post of this run. Undefined where the exchange shows no such thing.
 */
export function operationDone({ request, reply }: Exchange, own: OwnPosts): OperationName | undefined {
  const { method, path } = request
  const id = idIn(path)
  if (method === 'GET') {
    if (path === '/posts' && reply.status === 200) return 'list'
    const isRead = id !== undefined && (reply.status === 200 || (reply.status === 404 && !own.get(id)))
    return isRead ? 'read' : undefined
  }
  if (!isSuccess(reply)) return undefined
  const isOfOwn = method === 'POST' ? path === '/posts' : id !== undefined && own.get(id) !== undefined
  return isOfOwn ? writeOperations[method] : undefined
}
