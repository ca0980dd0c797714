import { setTimeout as wait } from 'node:timers/promises'
import { isWrite } from '../calls.ts'
import type { Call, Change, Reply } from '../provider.ts'
import { varying } from '../variation.ts'

/** Turns some requests away before anything is done. */
function turningAway(reply: (count: number, call: Call) => Reply | undefined): Change {
  return (_provider, correct) => {
    let count = 0
    return { answer: async (call) => reply(count++, call) ?? correct.answer(call) }
  }
}

function needing(header: string, value: string, isGuarded: (call: Call) => boolean = () => true): Change {
  return turningAway((_count, call) =>
    isGuarded(call) && call.headers[header] !== value
      ? {
          status: 401,
          headers: { 'www-authenticate': 'Bearer realm="posts"' },
          body: { message: 'Who are you?' },
        }
      : undefined,
  )
}

function after429(retryAfter: () => string): Reply {
  return { status: 429, headers: { 'retry-after': retryAfter() } }
}

/** Gates before the service: keys and limits. */
export const accessVariations = varying('access', {
  'needs-token': [
    'Every request needs a token.',
    needing('authorization', 'Bearer fleet'),
    { headers: { authorization: 'Bearer fleet' } },
  ],
  'needs-token-to-write': [
    'Writes need a token.',
    needing('authorization', 'Bearer fleet', isWrite),
    { headers: { authorization: 'Bearer fleet' } },
  ],
  'needs-password': [
    'Every request needs a name and a password.',
    needing('authorization', 'Basic ZmxlZXQ6c2VjcmV0'),
    { headers: { authorization: 'Basic ZmxlZXQ6c2VjcmV0' } },
  ],
  limited: [
    'The seventh request is 429, and may come again after a second.',
    turningAway((count) => (count === 6 ? after429(() => '1') : undefined)),
  ],
  'limited-writes': [
    'The fourth write is 429, and may come again at once.',
    (_provider, correct) => {
      let writes = 0
      return {
        answer: async (call) =>
          isWrite(call) && ++writes === 4 ? after429(() => '0') : correct.answer(call),
      }
    },
  ],
  'limited-at-once': [
    'More than three requests at once are 429, and may come again after a second.',
    (_provider, correct) => {
      let running = 0
      return {
        answer: async (call) => {
          if (running > 2) return after429(() => '1')
          running++
          try {
            await wait(5)
            return await correct.answer(call)
          } finally {
            running--
          }
        },
      }
    },
  ],
  'locked-by-creates': [
    'A create that meets two others is answered with 500 and does nothing: the database is locked.',
    (_provider, correct) => {
      let running = 0
      return {
        create: async (input) => {
          if (running > 1) return { status: 500 }
          running++
          await wait(5)
          running--
          return correct.create(input)
        },
      }
    },
    { arguable: 'A 5xx is not an answer that a client expects; the document shows none for a create.' },
  ],
  'limits-announced': [
    'Answers say how many requests are left.',
    (_provider, correct) => {
      let left = 100_000
      return {
        send: (reply, response, call) =>
          correct.send(
            { ...reply, headers: { 'ratelimit-remaining': String(--left), ...reply.headers } },
            response,
            call,
          ),
      }
    },
  ],
  'waking-up': [
    'The first two requests are 503, and may come again at once.',
    turningAway((count) => (count < 2 ? { status: 503, headers: { 'retry-after': '0' } } : undefined)),
    { arguable: 'A 503 is no 200; RFC 9110 says that it is for a moment.' },
  ],
})
