import type { ReceivedReply } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'

/** What the status of a reply means (RFC 9110, section 15; RFC 4918, section 11; RFC 6585): only this file says it. */
type Status = Pick<ReceivedReply, 'status'>

const oneOf =
  (...statuses: readonly number[]) =>
  ({ status }: Status): boolean =>
    statuses.includes(status)

/** Whether the body of a reply is the result of its request, and not a page for people: 2xx. */
export function hasResult({ status }: Status): boolean {
  return status >= 200 && status < 300
}

/** Whether a request succeeded: 2xx, or a redirect to the result (303). */
export function isSuccess(reply: Status): boolean {
  return hasResult(reply) || reply.status === 303
}

/** Whether a request was refused, and so was not done: 4xx. */
export function isRefusal({ status }: Status): boolean {
  return status >= 400 && status < 500
}

/** Whether a read failed, and not only because the post is not visible yet. */
export function isFailure(reply: Status): boolean {
  return reply.status >= 400 && reply.status !== 404 && !isBarred(reply)
}

/** Whether a service refuses this client for its rights or limits, which are not in the document. */
export const isBarred = oneOf(401, 402, 403, 407, 423, 428, 429, 507)
/** Missing rights: every request of the kind gets them. */
const lacksRights = oneOf(401, 403, 407)
/** Whether a service gets more requests than it takes: the same one may be sent again. */
export const isLimited = oneOf(429)
/** Whether a service or its gateway is away, or no reply came (0): the request may have been done nevertheless. */
export const isBusy = oneOf(0, 502, 503, 504)
/** Whether the same request may succeed later: Conflict, Locked, Too Early. */
export const isNotYet = oneOf(409, 423, 425)
/** Whether there is no post at an address, or no more: Not Found, Gone. */
export const isAbsent = oneOf(404, 410)
/** Whether a redirect leads to the same request elsewhere, and not to a result. */
export const isRedirect = oneOf(301, 302, 307, 308)
/** Whether a write was refused for its body, whatever the service has: it was not done before either. */
export const isRefusalOfBody = oneOf(400, 413, 415, 422)
const isOfAddressOrLimit = oneOf(404, 405, 410, 429)

/** Whether a reply to a request without some headers may be about them, and not about the address or a limit. */
export function mayBeOfHeaders(reply: Status): boolean {
  return isRefusal(reply) && !isOfAddressOrLimit(reply)
}

/** Why a reply is not a decision about a post: it comes from a gate before the service, or the service is away. */
export type NoDecision = 'refused' | 'limited' | 'redirected' | 'page' | 'away'

/** Undefined where the reply is a decision of the service. */
export function noDecisionIn(reply: Status & Partial<ReceivedReply>): NoDecision | undefined {
  const { headers = {}, body = '' } = reply
  if (lacksRights(reply)) return 'refused'
  if (isLimited(reply)) return 'limited'
  if (isBusy(reply)) return 'away'
  if (isRedirect(reply)) return 'redirected'
  // Frameworks put a media type on empty bodies too.
  const isHtml = body !== '' && /^text\/html\b/i.test(headers['content-type'] ?? '')
  return hasResult(reply) && isHtml && readBody(body) === undefined ? 'page' : undefined
}

/** What a gateway asks for in the text of a 400, as that of nginx does: HTTP has no status for it. */
export function tlsNeededBy({ status, body }: ReceivedReply): 'https' | 'certificate' | undefined {
  const text = status === 400 ? body.slice(0, 2000) : ''
  if (/\bSSL certificate\b/i.test(text)) return 'certificate'
  return /\bHTTPS\b|\bSSL\b/i.test(text) ? 'https' : undefined
}
