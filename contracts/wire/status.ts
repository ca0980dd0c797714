import type { ReceivedReply } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'

/** What the status of a reply means (RFC 9110, section 15; RFC 4918, section 11; RFC 6585): only this file says it. */
type Status = Pick<ReceivedReply, 'status'>

/** Every request of the kind gets them. */
const rights: readonly number[] = [401, 403, 407]
/** Too many requests. */
const tooMany = 429
/** Limits and conditions. */
const limits: readonly number[] = [402, 423, 428, tooMany, 507]
/** The service or its gateway is away; 0 where no reply came. */
const away: readonly number[] = [0, 502, 503, 504]
const redirects: readonly number[] = [301, 302, 307, 308]

/** Whether a request succeeded: 2xx, or a redirect to the result (303). */
export function isSuccess({ status }: Status): boolean {
  return (status >= 200 && status < 300) || status === 303
}

/** Whether a request was refused, and so was not done: 4xx. */
export function isRefusal({ status }: Status): boolean {
  return status >= 400 && status < 500
}

/** Whether a write was refused for its body, whatever the service has: it was not done before either. */
export function isRefusalOfBody({ status }: Status): boolean {
  return [400, 413, 415, 422].includes(status)
}

/** Whether a service refuses this client for its rights or limits, which are not in the document. */
export function isBarred({ status }: Status): boolean {
  return rights.includes(status) || limits.includes(status)
}

/** Whether a reply to a request without credentials may be about them, and not about the address or a limit. */
export function mayBeOfCredentials(reply: Status): boolean {
  return isRefusal(reply) && !isAbsent(reply) && reply.status !== 405 && reply.status !== tooMany
}

/** Whether a service sends fewer requests away than it gets: the same request may be sent again. */
export function isLimited({ status }: Status): boolean {
  return status === tooMany
}

/** Whether a service or its gateway cannot do a request at the moment. It may have been done nevertheless. */
export function isBusy({ status }: Status): boolean {
  return away.includes(status)
}

/** Whether the same request may succeed later: Conflict, Locked, Too Early. */
export function isNotYet({ status }: Status): boolean {
  return [409, 423, 425].includes(status)
}

/** Whether there is no post at an address, or no more: Not Found, Gone. */
export function isAbsent({ status }: Status): boolean {
  return status === 404 || status === 410
}

/** Whether a read failed, and not only because the post is not visible yet. */
export function isFailure(reply: Status): boolean {
  return reply.status >= 400 && reply.status !== 404 && !isBarred(reply)
}

/** Whether a redirect leads to the same request elsewhere, and not to a result. */
export function isRedirect({ status }: Status): boolean {
  return redirects.includes(status)
}

/** Why a reply is not a decision about a post: it comes from a gate before the service, or the service is away. */
export type NoDecision = 'refused' | 'limited' | 'redirected' | 'page' | 'away'

/** Undefined where the reply is a decision of the service. */
export function noDecisionIn(reply: Status & Partial<ReceivedReply>): NoDecision | undefined {
  const { headers = {}, body = '' } = reply
  if (rights.includes(reply.status)) return 'refused'
  if (isLimited(reply)) return 'limited'
  if (isBusy(reply)) return 'away'
  if (isRedirect(reply)) return 'redirected'
  const isHtml = /^text\/html\b/i.test(headers['content-type'] ?? '')
  return isSuccess(reply) && isHtml && readBody(body) === undefined ? 'page' : undefined
}

/** Whether a reply says that the port expects https. Servers say it in the text of a 400; HTTP has no status for it. */
export function expectsHttps({ status, body }: Pick<ReceivedReply, 'status' | 'body'>): boolean {
  return status === 400 && /\bHTTPS\b|\bSSL\b/i.test(body.slice(0, 2000))
}
