import type { Enquiry } from './enquiry.ts'
import { type Subject, say, sayWhole } from './subject.ts'

const post = JSON.stringify({ title: 'Hello', content: 'World' })
const origin = { Origin: 'https://app.example' }

/** What requests get that the interface does not describe: path ids, methods, paths, headers. `{id}` is a post's id. */
export const edgeEnquiries: readonly Enquiry[] = [
  ...[
    'abc',
    '1.5',
    '00{id}',
    '+{id}',
    '{id}.0',
    '{id}e0',
    '%20{id}',
    '{id}%20',
    '-1',
    '0',
    '{id}abc',
    '0x1',
  ].map((id) => one('GET', `/posts/${id}`)),
  ...[
    '99999999999999999999',
    '9223372036854775807',
    '9223372036854775808',
    '9007199254740993',
    '%00',
    '%zz',
  ].map((id) => one('GET', `/posts/${id}`)),
  one('PUT', '/posts/abc', post),
  one('DELETE', '/posts/abc'),
  one('PUT', '/posts/99999999999999999999', post),
  one('DELETE', '/posts/99999999999999999999'),
  one('PATCH', '/posts/{id}', '{"title":"patched"}'),
  { ...one('PATCH', '/posts', '{"title":"patched"}'), fresh: true },
  { ...one('PUT', '/posts', post), fresh: true },
  one('POST', '/posts/{id}', post),
  { ...one('DELETE', '/posts'), fresh: true },
  one('HEAD', '/posts'),
  one('HEAD', '/posts/{id}'),
  one('HEAD', '/posts/987654'),
  one('OPTIONS', '/posts'),
  one('OPTIONS', '/posts/{id}'),
  one('PURGE', '/posts'),
  whole('GET with an Origin', 'GET', '/posts/{id}', origin),
  whole('GET missing with an Origin', 'GET', '/posts/987654', origin),
  whole('preflight of a PUT', 'OPTIONS', '/posts/{id}', {
    ...origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'content-type',
  }),
  one('GET', '/posts/'),
  one('GET', '/posts/{id}/'),
  one('POST', '/posts/', post),
  one('GET', '//posts/{id}'),
  one('GET', '/Posts/{id}'),
  one('GET', '/posts/{id}/comments'),
  one('GET', '/nothing'),
  one('GET', ''),
  { about: 'GET one with a body', ask: (subject) => at(subject, 'GET', '/posts/{id}', post) },
  { about: 'DELETE with a body', ask: (subject) => at(subject, 'DELETE', '/posts/{id}', post) },
  ...['Accept: text/html', 'Accept: application/xml', 'Accept-Encoding: gzip', 'If-None-Match: *'].map(
    accepting,
  ),
  one('GET', '/posts/{id}?unknown=1'),
  ...['unknown=1', 'title=no-such-title', '_limit=1', 'limit=1', 'page=2', 'id=987654'].map((query) => ({
    about: `GET /posts?${query}: posts`,
    ask: (subject: Subject) => counted(subject, query),
  })),
]

function one(method: string, path: string, body?: string): Enquiry {
  return {
    about: `${method} ${path === '' ? '(the base address)' : path}`,
    ask: (subject) => at(subject, method, path, body),
  }
}

async function at(subject: Subject, method: string, path: string, body?: string): Promise<string> {
  const id = path.includes('{id}') ? await subject.create() : ''
  return say(await subject.send(method, path.replace('{id}', id), body))
}

function whole(
  about: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Enquiry {
  return {
    about,
    ask: async (subject) =>
      sayWhole(await subject.send(method, path.replace('{id}', await subject.create()), undefined, headers)),
  }
}

function accepting(line: string): Enquiry {
  const [name = '', value = ''] = line.split(': ')
  return {
    about: `GET one with ${line}`,
    ask: async (subject) =>
      say(await subject.send('GET', `/posts/${await subject.create()}`, undefined, { [name]: value })),
  }
}

async function counted(subject: Subject, query: string): Promise<string> {
  const answer = await subject.send('GET', `/posts?${query}`)
  const all = await subject.list()
  const value: unknown = answer.status === 200 ? JSON.parse(answer.body.toString()) : undefined
  return Array.isArray(value) ? `${value.length} of ${all.length}` : say(answer)
}
