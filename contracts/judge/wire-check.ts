import type { Exchange } from '../spec/exchange.ts'
import { readBody } from '../spec/post-text.ts'
import { ProviderUnreachable } from '../wire/failure.ts'
import { brief, type Violation } from './check-context.ts'

const clause = 'wire.json'
/** In a text the quotes are escaped. */
const decimalId = /"id"\s*:\s*-?\d+[.eE][\d+-]*/

/**
 * Checks clause `wire.json` on a reply. Errors are exempt: the document does not describe their bodies.
 */
export function wireFault({ reply, request }: Exchange): Violation | undefined {
  if (!isDescribed(request) || reply.status >= 400 || reply.status < 200 || reply.body === '')
    return undefined
  if (!isJsonType(reply.headers['content-type'])) {
    const about = 'the body of a reply has another media type'
    return { clause, about, expected: 'application/json', actual: reply.headers['content-type'] ?? 'none' }
  }
  if (reply.garbled !== undefined) {
    const about =
      reply.garbled === 'UTF-8'
        ? 'the body of a reply is not UTF-8 (RFC 8259, section 8.1)'
        : 'the body of a reply does not have the encoding that its Content-Encoding says'
    return { clause, about, expected: reply.garbled, actual: brief(reply.body) }
  }
  if (decimalId.test(reply.body)) {
    const about = 'an id is written as a decimal number'
    const expected = 'an integer, such as 7 and not 7.0'
    return { clause: 'post.shape', about, expected, actual: brief(decimalId.exec(reply.body)?.[0] ?? '') }
  }
  if (readBody(reply.body) !== undefined) return undefined
  return { clause, about: 'the body of a reply is not JSON', expected: 'JSON', actual: brief(reply.body) }
}

function isDescribed({ method, path }: Exchange['request']): boolean {
  return ['GET', 'POST', 'PUT', 'DELETE'].includes(method) && /^\/posts(?:\/-?\d+)?(?:\?.*)?$/.test(path)
}

function isJsonType(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? '')
}

/** A reply that breaks off breaks a clause; a missing reply is a failure of the transport. */
export function brokenReplyFault(error: unknown): Violation | undefined {
  if (!(error instanceof ProviderUnreachable) || error.failureReason !== 'cut') return undefined
  const about = 'a reply breaks off'
  return { clause: 'wire.json', about, expected: 'the whole body', actual: error.message }
}
