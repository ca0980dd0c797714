import { endpoints, isWrite, operationNames } from '../../handlers/endpoints.ts'
import { isObject } from '../../handlers/model/json.ts'
import { idIn, isListPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange, ReceivedReply } from '../scenarios/exchange.ts'
import { asList, asPost, isPostLike, readBody } from '../scenarios/post-text.ts'
import { ProviderUnreachable } from '../wire/failure.ts'
import { hasResult, isFailure, isSuccess } from '../wire/status.ts'
import { brief } from './excerpt.ts'
import type { Violation } from './finding.ts'

const clause = 'wire.json'

/**
 * Checks clause `wire.json` on a reply. Errors and redirects are exempt: the document does not describe their bodies.
 */
export function wireViolation({ reply, request }: Exchange): Violation | undefined {
  if (!hasResult(reply) || reply.body === '' || !isDescribed(request)) return undefined
  if (!isJsonType(reply.headers['content-type'])) {
    const about = 'the body of a reply has another media type'
    return { clause, about, expected: 'application/json', actual: reply.headers['content-type'] ?? 'none' }
  }
  if (reply.garbled !== undefined) {
    const about = `the body of a reply is not ${reply.garbled}`
    return { clause, about, expected: reply.garbled, actual: brief(reply.body) }
  }
  if (readBody(reply.body) === undefined)
    return { clause, about: 'the body of a reply is not JSON', expected: 'JSON', actual: brief(reply.body) }
  return undefined
}

function isDescribed({ method, path }: Exchange['request']): boolean {
  return (
    operationNames.some((name) => endpoints[name].method === method) &&
    (isListPath(path) || idIn(path) !== undefined)
  )
}

export function isJsonType(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? '')
}

/** A reply that breaks off breaks a clause; a missing reply is a failure of the transport. */
export function brokenReply(error: unknown): Violation | undefined {
  if (!(error instanceof ProviderUnreachable) || error.failureReason !== 'cut') return undefined
  const about = 'a reply breaks off'
  return { clause, about, expected: 'the whole body', actual: error.message }
}

/** A reply that is not a list. */
export function noList(reply: ReceivedReply): Violation {
  const { status, body } = reply
  const about = isFailure(reply) ? 'reading the list fails' : 'the list is not a list'
  const expected = 'status 200 and a JSON array'
  const actual = status === 200 ? brief(body) : `status ${status}`
  const isFinal = isFailure(reply) || (status !== 200 && isSuccess(reply) && asList(body) !== undefined)
  return { clause: 'list.ok', about, expected, actual, isFinal }
}

/** The clauses that a reply breaks itself: a finding with it may only be a consequence. */
export function brokenByReply({ request: { method, path }, reply }: Exchange): ClauseId[] {
  // A service that fails once may fail at any request.
  if (reply.status >= 500)
    return operationNames
      .filter((name) => method !== 'GET' || !isWrite(name))
      .map((name) => endpoints[name].clause)
  if (method !== 'GET' || reply.status === 404 || reply.status === 0) return []
  const body = readBody(reply.body)
  if (reply.status === 200 && (body === undefined || reply.garbled !== undefined)) return [clause]
  if (isListPath(path)) {
    if (reply.status !== 200 || !Array.isArray(body) || !body.every(isObject)) return ['list.ok']
    return body.every((item) => asPost(item)) ? [] : ['post.shape']
  }
  if (reply.status !== 200) return ['read.ok']
  return asPost(body) ? [] : [isPostLike(body) ? 'post.shape' : 'read.ok']
}
