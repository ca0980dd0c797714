import { isBodiless } from '../choices/kinds.ts'
import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
import { emptyReply } from '../http/reply.ts'
import type { Fault } from './fault-settings.ts'

/** No reply: the connection ends. */
export const lostConnection: PlainReply = { status: 502, headers: {}, body: undefined, broken: 'connection' }

/** The reply of a fault that replaces the operation; undefined for one that changes the reply of the operation. */
export function faultReply(profile: Profile, fault: Fault): PlainReply | undefined {
  if (fault === 'network-error' || fault === 'timeout') return lostConnection
  if (typeof fault === 'string') return undefined
  const headers = Object.fromEntries(new Headers(fault.headers))
  if (isEmpty(fault.status)) return emptyReply(fault.status, headers)
  if (fault.body === undefined) {
    const reply = refusal(profile, fault.status, 'A fault set in the mock.')
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }
  return {
    status: fault.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: fault.body,
  }
}

/** Applies a fault to the reply of an operation. */
export function damaged(reply: PlainReply, fault: Fault): PlainReply {
  if (fault === 'truncated' && reply.body) return { ...reply, broken: 'body' }
  if (fault !== 'malformed') return lostConnection
  const body = reply.body ?? '{"id":'
  return {
    ...reply,
    status: isEmpty(reply.status) ? 200 : reply.status,
    headers: { 'content-type': 'application/json', ...reply.headers },
    body: body.slice(0, Math.ceil(body.length / 2)),
  }
}

/** A 304 has no body either (RFC 9110, section 15.4.5). */
function isEmpty(status: number): boolean {
  return isBodiless(status) || status === 304
}
