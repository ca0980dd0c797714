import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import { asPost, isObject, readBody } from '../document/post-text.ts'
import { mainClause } from './attempts.ts'

/**
 * The clauses that the replies themselves break on which a finding stands. Where such a clause is broken, the finding
 * may be one more sight of it, and no fault besides.
 */
export function shakenBy(exchanges: readonly Exchange[]): ClauseId[] {
  return [...new Set(exchanges.flatMap(clausesBroken))]
}

function clausesBroken({ request: { method, path }, reply }: Exchange): ClauseId[] {
  // A service that fails at one request may fail at any.
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

/** A post of a wrong shape is one all the same; what has neither title nor content is another reply than the document's. */
export function isPostLike(body: unknown): boolean {
  const names = isObject(body) ? Object.keys(body).map((name) => name.toLowerCase()) : []
  return names.includes('title') || names.includes('content')
}
