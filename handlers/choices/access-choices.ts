import * as z from 'zod/mini'
import { behaviour, counted, limit, silences, special, status } from './kinds.ts'

/** The credentials that a request needs: none, a token, a name and a password, or a key in a header. */
export type Credentials = 'none' | 'bearer' | 'basic' | { readonly header: string }

/** The number of requests that are served in a window of seconds. */
export type RequestLimit = 'none' | { readonly requests: number; readonly seconds: number }

const noCredentials = {
  by: 'access.credentials',
  where: (answer: unknown) => answer === 'none',
  why: 'it has no effect: the service requires no credentials',
} as const

const headerName = z
  .string()
  .check(z.regex(/^(?!authorization$)[!#$%&'*+.^_`|~\da-z-]+$/, 'expected a header name in lowercase'))

/** Credentials and limits, which apply to every request. */
export const accessChoices = {
  'access.credentials': special<Credentials>({
    silence: silences.authentication,
    about:
      'The credentials that requests need: none, a bearer token (RFC 6750), a username and password (RFC 7617), or an API key in a header. By default the mock accepts any; its option `credentials` limits them.',
    places: ['service'],
    answers: ['none', 'bearer', 'basic', { header: 'x-api-key' }],
    schema: z.union([z.literal(['none', 'bearer', 'basic']), z.strictObject({ header: headerName })]),
    allowed: '"none", "bearer", "basic" or { "header": "lowercase-name" }',
    subject: 'The required credentials',
    verb: 'are',
    says: credentialWords,
    advice: (answer) =>
      answer === 'none' ? undefined : 'Send them with each request. Ask the user again if they are refused',
  }),
  'access.guarded': behaviour({
    silence: silences.authentication,
    about: 'Whether every request needs the `access.credentials`, or only writes.',
    places: ['service'],
    answers: [
      { answer: 'everything', says: 'for every request' },
      { answer: 'writes', says: 'for writes only', advice: 'Read without credentials' },
    ],
    subject: 'Credentials',
    verb: 'are required',
    hidden: { ...noCredentials, as: 'everything' },
  }),
  'access.status': status({
    silence: silences.authentication,
    about:
      'The status of a request without valid credentials. 401 has a WWW-Authenticate header (RFC 9110, section 15.5.2).',
    places: ['service'],
    answers: [401, 403],
    subject: 'A request without valid credentials',
    advice: (status) => `Ask the user to sign in when you get ${status}`,
    hidden: { ...noCredentials, as: 401 },
  }),
  'limit.requests': special<RequestLimit>({
    silence: silences.rates,
    about:
      'The rate limit: the number of requests in a window of some seconds, which starts with the first request. Further requests get 429 with Retry-After (RFC 6585, section 4).',
    places: ['service'],
    answers: ['none', { requests: 100, seconds: 60 }],
    schema: z.union([
      z.literal('none'),
      z.strictObject({ requests: z.int().check(z.positive()), seconds: z.int().check(z.positive()) }),
    ]),
    allowed: '"none" or { "requests": N, "seconds": N }',
    subject: 'The rate limit',
    says: (limit) =>
      limit === 'none' ? 'none' : `${counted(limit.requests)} requests per ${counted(limit.seconds)} seconds`,
    advice: (limit) => (limit === 'none' ? undefined : 'After a 429, wait for the seconds in Retry-After'),
  }),
  'limit.time': limit({
    silence: silences.times,
    about:
      'The time limit of a request in milliseconds. A slower request gets 504 after this time and changes nothing.',
    places: ['service'],
    answers: ['none', 30_000, 100],
    unit: 'milliseconds',
    subject: 'The time limit of a request',
    none: 'none',
    advice: 'Expect 504 for a slow request. Check the list before you repeat a create',
  }),
} as const

function credentialWords(answer: Credentials): string {
  if (answer === 'none') return 'none'
  if (answer === 'bearer') return 'a bearer token'
  return answer === 'basic' ? 'a username and password' : `an API key in the header ${answer.header}`
}
