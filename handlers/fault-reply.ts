import type { Profile } from '../src/profile.ts'
import type { Fault } from './faults.ts'
import type { PlainReply } from './plain.ts'
import { refusal } from './refusal.ts'

/** No reply: the connection ends. */
export const lostConnection: PlainReply = { status: 502, headers: {}, body: undefined, broken: 'connection' }

/** The reply of a fault that comes before the operation; undefined for one that spoils the operation's own reply. */
export function faultReply(profile: Profile, fault: Fault): PlainReply | undefined {
  if (fault === 'network-error' || fault === 'timeout') return lostConnection
  if (typeof fault === 'string') return undefined
  if (fault.body === undefined) {
    const reply = refusal(profile, fault.status, 'A fault that was asked for.')
    return { ...reply, headers: { ...reply.headers, ...fault.headers } }
  }
  return {
    status: fault.status,
    headers: { 'content-type': 'application/json', ...fault.headers },
    body: fault.body,
  }
}

/** What a fault makes of the reply to an operation that was done. */
export function damaged(reply: PlainReply, fault: Fault): PlainReply {
  if (fault === 'truncated') return { ...reply, broken: 'body' }
  if (fault === 'malformed') {
    const body = reply.body ?? '{"id":'
    return {
      ...reply,
      headers: { 'content-type': 'application/json', ...reply.headers },
      body: body.slice(0, Math.ceil(body.length / 2)),
    }
  }
  return lostConnection
}
