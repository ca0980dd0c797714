import type { Profile } from '../../../handlers/choices/profile.ts'

/** A request for the truth test of the OpenAPI document, and the place of the document that has to know its reply. */
export interface KnownRequest {
  readonly name: string
  readonly method: string
  /** Below the base address, as the client sends it. */
  readonly path: string
  /** The path's key in the document. */
  readonly template: '/posts' | '/posts/{id}'
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

const json = { 'content-type': 'application/json' }
const good = { title: 'A title', content: 'Some text.' }

/** Ids that no post of a small mock has: one that could be, and one that is not an int64. */
const missing = '424242'
const beyondInt64 = '99999999999999999999'

/** Request bodies that are JSON, by what is notable about them. */
export function jsonBodies(existing: string): Record<string, string> {
  const long = 'x'.repeat(10_001)
  const { title, content } = good
  return {
    'a good body': JSON.stringify(good),
    'no title': JSON.stringify({ content }),
    'no content': JSON.stringify({ title }),
    'no field': '{}',
    'an empty title': JSON.stringify({ title: '', content }),
    'an empty content': JSON.stringify({ title, content: '' }),
    'blank texts': JSON.stringify({ title: ' \u00a0', content: '\n' }),
    'texts of NUL': JSON.stringify({ title: '\0', content: '\0\0' }),
    'texts with blanks around': JSON.stringify({ title: ' a ', content: '\tb\r\n' }),
    'a title that is a number': JSON.stringify({ title: 5, content }),
    'a content that is null': JSON.stringify({ title, content: null }),
    'an array': '[]',
    'a field that is not known': JSON.stringify({ ...good, colour: { name: 'red' } }),
    'an id that is free': JSON.stringify({ id: 77, ...good }),
    'an id that is taken': `{"id":${existing},"title":"a","content":"b"}`,
    'an id that is null': JSON.stringify({ id: null, ...good }),
    'an id that is a text': JSON.stringify({ id: 'seven', ...good }),
    'a long title': JSON.stringify({ title: long, content }),
  }
}

/**
 * Requests that between them bring out every reply the interface has under a profile.
 *
 * @param existing the id of a post that exists, in decimal digits.
 */
export function knownRequests(profile: Profile, existing: string): KnownRequest[] {
  const posts = { path: '/posts', template: '/posts' } as const
  const post = (id: string) => ({ path: `/posts/${id}`, template: '/posts/{id}' }) as const
  const one = post(existing)
  const writes = bodies(profile, existing)
  const fewWrites = writes.filter(({ name }) => name === 'a good body' || name === 'no field')
  const sent = { headers: json, body: JSON.stringify(good) }
  const five = [
    { method: 'GET', ...posts },
    { method: 'POST', ...posts, ...sent },
    { method: 'GET', ...one },
    { method: 'PUT', ...one, ...sent },
    { method: 'DELETE', ...one },
  ]
  return [
    ...five.map((request) => ({ name: 'plainly', ...request })),
    ...writes.map((write) => ({ ...write, method: 'POST', ...posts })),
    ...[existing, missing, beyondInt64, 'seven', '007']
      .map(post)
      .flatMap((at, position) => [
        { name: 'reads', method: 'GET', ...at },
        ...(position < 2 ? writes : fewWrites).map((write) => ({ ...write, method: 'PUT', ...at })),
        { name: 'deletes', method: 'DELETE', ...at },
      ]),
  ]
}

function bodies(profile: Profile, existing: string): Omit<KnownRequest, 'method' | 'path' | 'template'>[] {
  const limit = profile['input.max-bytes']
  const bytes = new TextEncoder().encode(JSON.stringify(good))
  const typed = (
    name: string,
    body: string | Uint8Array<ArrayBuffer>,
    more: Record<string, string> = {},
  ) => ({
    name,
    headers: { ...json, ...more },
    body,
  })
  return [
    ...Object.entries(jsonBodies(existing)).map(([name, body]) => typed(name, body)),
    ...(limit === 'none' ? [] : [typed('too large a body', JSON.stringify('x'.repeat(Number(limit))))]),
    { name: 'no body' },
    typed('a body cut off', '{"title":'),
    typed('a body that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)),
    typed('a body of another media type', bytes, { 'content-type': 'text/plain' }),
    { name: 'a body of no media type', body: bytes },
  ]
}
