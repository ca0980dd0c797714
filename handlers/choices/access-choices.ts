import * as z from 'zod/mini'
import { behaviour, counted, limit, silences, special, status } from './kinds.ts'

/** The credentials that a request needs: none, a token, a name and a password, or a key in a header. */
export type Credentials = 'none' | 'bearer' | 'basic' | { readonly header: string }

/** The number of requests that are served in a window of seconds. */
export type RequestLimit = 'none' | { readonly requests: number; readonly seconds: number }

const noCredentials = {
  by: 'access.credentials',
  where: (answer: unknown) => answer === 'none',
  why: 'it has no effect: no credentials are needed',
} as const

const headerName = z
  .string()
  .check(
    z.regex(/^(?!authorization$)[!#$%&'*+.^_`|~\da-z-]+$/, 'expected the name of a header in small letters'),
  )

/** Credentials and limits, which apply to every request. */
export const accessChoices = {
  'access.credentials': special<Credentials>({
    silence: silences.authentication,
    about:
      'What a request has to carry: nothing, a bearer token (RFC 6750), a name and a password (RFC 7617), or a key in the header named. Which ones are accepted is an option of the mock; by default any.',
    places: ['service'],
    answers: ['none', 'bearer', 'basic', { header: 'x-api-key' }],
    schema: z.union([z.literal(['none', 'bearer', 'basic']), z.strictObject({ header: headerName })]),
    allowed: '"none", "bearer", "basic" or { "header": "name-in-small-letters" }',
    subject: 'A request',
    verb: 'needs',
    says: credentialWords,
    advice: (answer) =>
      answer === 'none' ? undefined : 'send them along, and ask for them again when refused',
  }),
  'access.guarded': behaviour({
    silence: silences.authentication,
    about: 'What `access.credentials` are needed for: every request, or only writes.',
    places: ['service'],
    answers: [
      { answer: 'everything', says: 'every request' },
      { answer: 'writes', says: 'only creates, replaces and deletes', advice: 'read without them' },
    ],
    subject: 'Credentials',
    verb: 'are needed for',
    hidden: { ...noCredentials, as: 'everything' },
  }),
  'access.status': status({
    silence: silences.authentication,
    about:
      'The status of a request without credentials that are accepted; 401 comes with a WWW-Authenticate header (RFC 9110, section 15.5.2).',
    places: ['service'],
    answers: [401, 403],
    subject: 'A request without credentials',
    advice: (status) => `take ${status} for a user who has to sign in`,
    hidden: { ...noCredentials, as: 401 },
  }),
  'limit.requests': special<RequestLimit>({
    silence: silences.rates,
    about:
      'How many requests are served in a window of so many seconds, which begins with the first; one more is answered with 429 and Retry-After (RFC 6585, section 4).',
    places: ['service'],
    answers: ['none', { requests: 100, seconds: 60 }],
    schema: z.union([
      z.literal('none'),
      z.strictObject({ requests: z.int().check(z.positive()), seconds: z.int().check(z.positive()) }),
    ]),
    allowed: '"none" or { "requests": N, "seconds": N }',
    subject: 'A client',
    verb: 'may send',
    says: (limit) =>
      limit === 'none'
        ? 'any number of requests'
        : `${counted(limit.requests)} requests in ${counted(limit.seconds)} seconds`,
    advice: (limit) => (limit === 'none' ? undefined : 'wait as long as Retry-After says after a 429'),
  }),
  'limit.time': limit({
    silence: silences.times,
    about:
      'How long a request may take, in milliseconds: one that latency keeps longer is answered with 504 then, and nothing is done.',
    places: ['service'],
    answers: ['none', 30_000, 100],
    unit: 'milliseconds',
    subject: 'A request',
    verb: 'may take',
    none: 'any time',
    advice: 'expect 504 for a slow one, and look before you send a create again',
  }),
} as const

function credentialWords(answer: Credentials): string {
  if (answer === 'none') return 'no credentials'
  if (answer === 'bearer') return 'a bearer token'
  return answer === 'basic' ? 'a name and a password' : `a key in the header ${answer.header}`
}
