import type { Enquiry } from './enquiry.ts'
import { idOf, type Subject, say } from './subject.ts'

const post = JSON.stringify({ title: 'Hello', content: 'World' })
const form = 'title=Hello&content=World'

const clientIds = {
  'that is free': '5000',
  '0': '0',
  'that is negative': '-3',
  'with a fraction': '1.5',
  'that is text': '"abc"',
  'in quotes': '"6000"',
  'that is null': 'null',
  'beyond 2^53': '9007199254740993',
}

/** What a body that the interface does not describe gets. */
export const inputEnquiries: readonly Enquiry[] = [
  ...bodies({
    'malformed JSON': '{"title":',
    'empty body': '',
    'JSON null': 'null',
    'JSON array': '[]',
    'JSON string': '"text"',
    'JSON number': '5',
    'no fields': '{}',
    'no title': '{"content":"World"}',
    'no content': '{"title":"Hello"}',
    'title is a number': '{"title":5,"content":"World"}',
    'title is null': '{"title":null,"content":"World"}',
    'content is null': '{"title":"Hello","content":null}',
    'title is empty': '{"title":"","content":"World"}',
    'content is empty': '{"title":"Hello","content":""}',
    'title is blank': '{"title":" ","content":"World"}',
    'content is blank': '{"title":"Hello","content":" "}',
    'title is a boolean': '{"title":true,"content":"World"}',
    'title is an array': '{"title":["a"],"content":"World"}',
    'title is an object': '{"title":{"a":1},"content":"World"}',
    'unknown fields': '{"title":"Hello","content":"World","author":"me","tags":["a"]}',
    'duplicate keys': '{"title":"first","title":"second","content":"World"}',
    '__proto__ key': '{"__proto__":{"polluted":true},"title":"Hello","content":"World"}',
    'constructor key': '{"constructor":{"prototype":{"polluted":true}},"title":"Hello","content":"World"}',
  }),
  ...[20, 32, 64, 65, 100, 101, 513, 2000].map(nested),
  { about: 'client id, taken', ask: askTakenId, fresh: true },
  ...Object.entries(clientIds).map(([about, id]) => ({
    about: `client id ${about}`,
    ask: (subject: Subject) => askClientId(subject, id),
    fresh: true as const,
  })),
  { about: 'replace with malformed JSON', ask: (subject) => replaced(subject, '{"title":') },
  { about: 'replace without content', ask: (subject) => replaced(subject, '{"title":"Hello"}') },
  {
    about: 'replace, title is a number',
    ask: (subject) => replaced(subject, '{"title":5,"content":"World"}'),
  },
  { about: 'replace with an array', ask: (subject) => replaced(subject, '[]') },
  {
    about: 'replace with unknown fields',
    ask: (subject) => replaced(subject, '{"title":"a","content":"b","author":"me"}'),
  },
  media('text/plain', { 'Content-Type': 'text/plain' }),
  media('no media type', {}),
  media('application/x-www-form-urlencoded holding JSON', {
    'Content-Type': 'application/x-www-form-urlencoded',
  }),
  media('application/xml', { 'Content-Type': 'application/xml' }),
  media('application/vnd.api+json', { 'Content-Type': 'application/vnd.api+json' }),
  media('application/json; charset=utf-8', { 'Content-Type': 'application/json; charset=utf-8' }),
  media('application/json; charset=iso-8859-1', { 'Content-Type': 'application/json; charset=iso-8859-1' }),
  media('a real form', { 'Content-Type': 'application/x-www-form-urlencoded' }, form),
  {
    about: 'create in chunks',
    ask: async (subject) =>
      say(
        await subject.sendRaw({
          method: 'POST',
          path: '/posts',
          headers: { Accept: '*/*', 'Content-Type': 'application/json' },
          body: post,
          chunked: true,
        }),
      ),
  },
  {
    about: 'create without any body',
    ask: async (subject) =>
      say(
        await subject.sendRaw({
          method: 'POST',
          path: '/posts',
          headers: { Accept: '*/*', 'Content-Length': '0' },
        }),
      ),
  },
]

function bodies(table: Readonly<Record<string, string>>): Enquiry[] {
  return Object.entries(table).map(([about, body]) => ({
    about,
    ask: async (subject) => {
      const { answer, read } = await subject.createAndRead(body)
      return read === undefined ? say(answer) : `${say(answer)}; read: ${say(read)}`
    },
  }))
}

function media(about: string, headers: Readonly<Record<string, string>>, body = post): Enquiry {
  const ask = async (subject: Subject): Promise<string> =>
    say(
      await subject.sendRaw({ method: 'POST', path: '/posts', headers: { Accept: '*/*', ...headers }, body }),
    )
  return { about: `create as ${about}`, ask, fresh: true }
}

/** A body of so many levels, itself the first. */
function nested(levels: number): Enquiry {
  const body = `{"title":"Hello","content":"World","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  return {
    about: `nested ${levels} deep`,
    ask: async (subject) => say(await subject.send('POST', '/posts', body)),
    fresh: true,
  }
}

async function replaced(subject: Subject, body: string): Promise<string> {
  const id = await subject.create()
  const put = await subject.send('PUT', `/posts/${id}`, body)
  return `${say(put)}; read: ${say(await subject.send('GET', `/posts/${id}`))}`
}

async function askTakenId(subject: Subject): Promise<string> {
  // The second post, because some stacks take an id of 0 for none.
  await subject.create()
  const id = await subject.create()
  const sent = JSON.stringify({
    id: Number.isNaN(Number(id)) ? id : Number(id),
    title: 'Taken',
    content: 'World',
  })
  const answer = await subject.send('POST', '/posts', sent)
  return `id ${id}: ${say(answer)}; read ${id}: ${say(await subject.send('GET', `/posts/${id}`))}; next: ${await subject.create()}`
}

async function askClientId(subject: Subject, id: string): Promise<string> {
  const { answer, read } = await subject.createAndRead(`{"id":${id},"title":"Hello","content":"World"}`)
  const reads = read === undefined ? '' : `; read: ${say(read)}`
  const next = [await subject.send('POST', '/posts', post), await subject.send('POST', '/posts', post)]
  return `${say(answer)}${reads}; next creates without an id: ${next.map((each) => `${each.status} ${idOf(each)}`).join(', ')}`
}
