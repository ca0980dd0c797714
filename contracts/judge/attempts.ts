import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply, writeOperations } from '../spec/exchange.ts'

/** The clause that an operation breaks when an ordinary request fails. */
export const mainClause = {
  list: 'list.ok',
  read: 'read.ok',
  create: 'create.adds',
  replace: 'replace.whole',
  delete: 'delete.removes',
} as const satisfies Record<OperationName, ClauseId>

/** Statuses of missing rights: every request of the kind gets them. */
const rights = [401, 403, 407]
/** Statuses of limits and conditions. */
const limits = [402, 423, 428, 429, 507]

/** Whether a service refuses this client for its rights or limits, which are not in the document. */
export function isBarred({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return [...rights, ...limits].includes(status)
}

/** Whether a read failed, and not only because the post is not visible yet. */
export function isFailure(reply: Pick<ReceivedReply, 'status'>): boolean {
  return reply.status >= 400 && reply.status !== 404 && !isBarred(reply)
}

/**
 * The operation that an exchange completed as the document describes it, on posts of this run or unused ids;
 * undefined where it did not.
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
