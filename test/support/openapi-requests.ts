import type { Profile } from '../../handlers/choices/profile.ts'

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
const missing = 424_242
const beyondInt64 = '99999999999999999999'

/** Request bodies that are JSON, by what is notable about them. */
export function jsonBodies(existing: string): Record<string, string> {
  const long = 'x'.repeat(10_001)
  const nested = `${'['.repeat(1000)}${']'.repeat(1000)}`
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
    'a title that is an object': JSON.stringify({ title: {}, content }),
    'an array': '[]',
    'a lone null': 'null',
    'a field that is not known': JSON.stringify({ ...good, colour: { name: 'red' } }),
    'a field twice': '{"title":"a","title":"b","content":"c"}',
    'a nested field': `{"title":"a","content":"b","nested":${nested}}`,
    'an id that is free': JSON.stringify({ id: 77, ...good }),
    'an id that is taken': `{"id":${existing},"title":"a","content":"b"}`,
    'an id that is null': JSON.stringify({ id: null, ...good }),
    'an id that is a text': JSON.stringify({ id: 'seven', ...good }),
    'a long title': JSON.stringify({ title: long, content }),
    'a long content': JSON.stringify({ title, content: long }),
  }
}

/**
 * Requests that between them bring out every reply the interface has under a profile.
 *
 * @param existing the id of a post that exists, in decimal digits.
 */
export function knownRequests(profile: Profile, existing: string): KnownRequest[] {
  const collection = { path: '/posts', template: '/posts' } as const
  const single = (id: string) => ({ path: `/posts/${id}`, template: '/posts/{id}' }) as const
  const writes = bodies(profile, existing)
  const fewWrites = writes.filter(({ name }) => name === 'a good body' || name === 'no field')
  const withBody = { headers: json, body: '{}' }
  return [
    { name: 'lists', method: 'GET', ...collection },
    { name: 'lists with a query', method: 'GET', ...collection, path: '/posts?page=2' },
    { name: 'lists with a body', method: 'GET', ...collection, ...withBody },
    ...writes.map((write) => ({ ...write, method: 'POST', ...collection })),
    ...[
      {
        name: 'creates with a query',
        method: 'POST',
        ...collection,
        headers: json,
        body: JSON.stringify(good),
      },
      { name: 'reads with a query', method: 'GET', ...single(existing) },
      { name: 'replaces with a query', method: 'PUT', ...single(existing), headers: json, body: '{}' },
      { name: 'deletes with a query', method: 'DELETE', ...single(existing) },
    ].map((request) => ({ ...request, path: `${request.path}?page=2` })),
    ...[
      { method: 'GET', ...collection },
      { method: 'POST', ...collection },
      { method: 'GET', ...single(existing) },
      { method: 'PUT', ...single(existing) },
      { method: 'DELETE', ...single(existing) },
    ].map((request) => ({ ...request, name: 'takes HTML alone', headers: { accept: 'text/html' } })),
    ...[existing, String(missing), beyondInt64, 'seven', '007']
      .map(single)
      .flatMap((at, position) => [
        { name: 'reads', method: 'GET', ...at },
        { name: 'reads with a body', method: 'GET', ...at, ...withBody },
        ...(position < 2 ? writes : fewWrites).map((write) => ({ ...write, method: 'PUT', ...at })),
        { name: 'deletes', method: 'DELETE', ...at },
        { name: 'deletes with a body', method: 'DELETE', ...at, ...withBody },
      ]),
  ]
}

function bodies(profile: Profile, existing: string): Omit<KnownRequest, 'method' | 'path' | 'template'>[] {
  const limit = profile['input.max-bytes']
  const large = { name: 'too large a body', headers: json, body: JSON.stringify('x'.repeat(Number(limit))) }
  const bytes = new TextEncoder().encode(JSON.stringify(good))
  return [
    ...Object.entries(jsonBodies(existing)).map(([name, body]) => ({ name, headers: json, body })),
    ...(limit === 'none' ? [] : [large]),
    { name: 'no body' },
    { name: 'a body cut off', headers: json, body: '{"title":' },
    { name: 'a body with a byte order mark', headers: json, body: `\ufeff${JSON.stringify(good)}` },
    { name: 'a body that is not UTF-8', headers: json, body: Uint8Array.of(0x22, 0xff, 0x22) },
    { name: 'a body of another media type', headers: { 'content-type': 'text/plain' }, body: bytes },
    { name: 'a body of no media type', body: bytes },
    { name: 'a body in gzip', headers: { ...json, 'content-encoding': 'gzip' }, body: bytes },
    {
      name: 'a body in Latin 1',
      headers: { 'content-type': 'application/json; charset=iso-8859-1' },
      body: bytes,
    },
  ]
}
