import type { Exchange } from '../document/exchange.ts'
import { readBody } from '../document/post-text.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import { brief, type Violation } from './check-context.ts'

const clause = 'wire.json'

/**
 * Checks clause `wire.json` on a reply. The bodies of errors are left out: the document shows neither their shape nor,
 * but for one status, that they exist.
 */
export function wireFault({ reply, request }: Exchange): Violation | undefined {
  if (!isDescribed(request) || reply.status >= 400 || reply.status < 200 || reply.body === '')
    return undefined
  if (!isJsonType(reply.headers['content-type'])) {
    const about = 'a reply has a body of another media type'
    return { clause, about, expected: 'application/json', actual: reply.headers['content-type'] ?? 'none' }
  }
  if (reply.garbled !== undefined) {
    const about =
      reply.garbled === 'UTF-8'
        ? 'the body of a reply is not UTF-8, as all JSON is (RFC 8259, section 8.1)'
        : 'the body of a reply is not encoded as its Content-Encoding says'
    return { clause, about, expected: reply.garbled, actual: brief(reply.body) }
  }
  if (readBody(reply.body) !== undefined) return undefined
  return { clause, about: 'the body of a reply is not JSON', expected: 'JSON', actual: brief(reply.body) }
}

/** What is worth knowing of the reply by which a service refuses, and no verdict. */
export function wireNote({ reply }: Exchange): string | undefined {
  const type = reply.headers['content-type']
  if (reply.status < 400 || reply.body === '' || isJsonType(type)) return undefined
  // Without the status: one note for all that are refused in the same way.
  return `Errors are not application/json: there are some ${type === undefined ? 'without a media type' : `of the media type ${type}`}.`
}

function isDescribed({ method, path }: Exchange['request']): boolean {
  return ['GET', 'POST', 'PUT', 'DELETE'].includes(method) && /^\/posts(?:\/-?\d+)?(?:\?.*)?$/.test(path)
}

function isJsonType(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? '')
}

/** A reply that began and did not come to its end breaks a clause; no reply at all is a failure of the transport. */
export function brokenReplyFault(error: unknown): Violation | undefined {
  if (!(error instanceof ProviderUnreachable) || error.failureReason !== 'cut') return undefined
  const about = 'a reply breaks off'
  return { clause: 'wire.json', about, expected: 'the whole body', actual: error.message }
}
