import { intercepting, withHeaders } from '../changes.ts'
import { atMost } from '../concurrency.ts'
import { varying } from '../member.ts'
import { type Call, type Change, isWrite, type Reply } from '../provider.ts'

function needing(header: string, value: string, isGuarded: (call: Call) => boolean = () => true): Change {
  const headers = { 'www-authenticate': 'Bearer realm="posts"' }
  return intercepting((call) =>
    isGuarded(call) && call.headers[header] !== value
      ? { status: 401, headers, body: { message: 'Who are you?' } }
      : undefined,
  )
}

const token = { authorization: 'Bearer fleet' }
const password = { authorization: 'Basic ZmxlZXQ6c2VjcmV0' }
const later = (status: number, retryAfter: string): Reply => ({
  status,
  headers: { 'retry-after': retryAfter },
})

/** Gates before the service: keys and limits. */
export const accessVariations = varying({
  access: {
    'needs-token': [needing('authorization', token.authorization), { headers: token }],
    'needs-token-to-write': [needing('authorization', token.authorization, isWrite), { headers: token }],
    'needs-password': [needing('authorization', password.authorization), { headers: password }],
    // The seventh request.
    limited: intercepting((_call, count) => (count === 6 ? later(429, '1') : undefined)),
    // The fourth write.
    'limited-writes': (_provider, correct, writes = { count: 0 }) => ({
      answer: async (call) =>
        isWrite(call) && ++writes.count === 4 ? later(429, '0') : correct.answer(call),
    }),
    'limited-at-once': (_provider, correct) => ({ answer: atMost(3, correct.answer, later(429, '1')) }),
    'limits-announced': (provider, correct) => {
      let left = 100_000
      return withHeaders(() => ({ 'ratelimit-remaining': String(--left) }))(provider, correct)
    },
    // The first two requests.
    'waking-up': [
      intercepting((_call, count) => (count < 2 ? later(503, '0') : undefined)),
      { arguable: 'A 503 is no 200; RFC 9110 says that it is for a moment.' },
    ],
  },
})
