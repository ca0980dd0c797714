import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import { asPost, isObject, readBody } from '../document/post-text.ts'
import { mainClause } from './attempts.ts'

/**
 * The clauses that the replies of a finding break themselves. If one of them is broken, the finding may only be its
 * consequence.
 */
export function brokenByReplies(exchanges: readonly Exchange[]): ClauseId[] {
  return [...new Set(exchanges.flatMap(clausesBroken))]
}

function clausesBroken({ request: { method, path }, reply }: Exchange): ClauseId[] {
  // A service that fails once may fail at any request.
  if (reply.status >= 500) return method === 'GET' ? ['list.ok', 'read.ok'] : Object.values(mainClause)
  if (method !== 'GET' || reply.status === 404) return []
  const body = readBody(reply.body)
  if (reply.status === 200 && (body === undefined || reply.garbled !== undefined)) return ['wire.json']
  if (/^\/posts(?:\?|$)/.test(path)) {
    if (reply.status !== 200 || !Array.isArray(body)) return ['list.ok']
    if (!body.every(isObject)) return ['list.ok']
    return body.every((item) => asPost(item)) ? [] : ['post.shape']
  }
  if (reply.status !== 200) return ['read.ok']
  return asPost(body) ? [] : [isPostLike(body) ? 'post.shape' : 'read.ok']
}

/** Whether a body is a post, perhaps of a wrong shape. */
export function isPostLike(body: unknown): boolean {
  const names = isObject(body) ? Object.keys(body).map((name) => name.toLowerCase()) : []
  return names.includes('title') || names.includes('content')
}
