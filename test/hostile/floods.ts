import { draft } from './honest-posts.ts'
import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

const mebi = 1024 * 1024

/** Lists, ids, texts and headers that are far too many or far too long, or not what they must be. */
export const floods: readonly HostileProvider[] = [
  {
    name: 'ids-are-strings',
    about: 'gives every id as a text',
    reply: (honest) => ({ ...honest, body: String(honest.body).replaceAll(/"id":(-?\d+)/g, '"id":"$1"') }),
    expect: { code: [1, 3] },
  },
  {
    name: 'ids-are-objects',
    about: 'gives every id as an object',
    reply: (honest) => ({
      ...honest,
      body: String(honest.body).replaceAll(/"id":(-?\d+)/g, '"id":{"$oid":"$1"}'),
    }),
    expect: { code: [1, 3] },
  },
  {
    name: 'ids-are-infinite',
    about: 'gives 1e999 for every id',
    reply: (honest) => ({ ...honest, body: String(honest.body).replaceAll(/"id":(-?\d+)/g, '"id":1e999') }),
    expect: { code: [1, 3] },
  },
  {
    name: 'string-ids-of-many',
    about: 'lists 20,000 posts, every id a text',
    posts: 20_000,
    reply: (honest) => ({ ...honest, body: String(honest.body).replaceAll(/"id":(-?\d+)/g, '"id":"$1"') }),
    expect: { code: [1, 3] },
  },
  {
    name: 'list-of-nothing',
    about: 'lists a million times null beside its posts',
    reply: (honest, call) =>
      isList(call)
        ? { ...honest, body: `[${'null,'.repeat(1_000_000)}${String(honest.body).slice(1)}` }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'list-of-twenty-million-numbers',
    about: 'lists twenty million times 0',
    reply: (honest, call) =>
      isList(call) ? { ...honest, body: `[${'0,'.repeat(20_000_000)}0]` } : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'list-of-ten-million-objects',
    about: 'lists ten million empty objects',
    reply: (honest, call) =>
      isList(call) ? { ...honest, body: `[${'{},'.repeat(10_000_000)}{}]` } : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'same-post-many-times',
    about: 'lists its first post 100,000 times',
    reply: (honest, call) =>
      isList(call)
        ? draft(200, [
            ...JSON.parse(String(honest.body)),
            ...Array(100_000).fill({ id: 1, title: 'a', content: 'b' }),
          ])
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'titles-change',
    about: 'gives every post another title each time',
    posts: 25,
    reply: (honest, call) =>
      call.method === 'GET'
        ? { ...honest, body: String(honest.body).replaceAll(/"title":"/g, `"title":"${call.index} `) }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'titles-change-at-length',
    about: 'gives every post another title of 100 KB each time',
    reply: (honest, call) =>
      call.method === 'GET'
        ? {
            ...honest,
            body: String(honest.body).replaceAll(
              /"title":"/g,
              `"title":"${call.index}${'x'.repeat(100_000)}`,
            ),
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'titles-change-in-a-long-list',
    about: 'holds 5,000 posts, each with another title each time',
    posts: 5000,
    reply: (honest, call) =>
      call.method === 'GET'
        ? { ...honest, body: String(honest.body).replaceAll(/"title":"/g, `"title":"${call.index} `) }
        : undefined,
  },
  {
    name: 'many-posts',
    about: 'holds 200,000 posts of ordinary size',
    posts: 200_000,
    expect: { code: [0, 1, 3] },
  },
  {
    name: 'body-of-100-mb',
    about: 'lists a post of 100 MB',
    reply: (_honest, call) =>
      isList(call) ? draft(200, [{ id: 9, title: 'x'.repeat(100 * mebi), content: '' }]) : undefined,
    expect: { code: [3] },
  },
  {
    name: 'read-of-60-mb',
    about: 'answers every read of a post with a text of 60 MB',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? {
            ...honest,
            body: String(honest.body).replace('"content":"', `"content":"${'y'.repeat(60 * mebi)}`),
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'errors-of-30-mb',
    about: 'answers every error with 30 MB',
    reply: (honest) =>
      honest.status >= 400 ? { ...honest, body: `{"message":"${'e'.repeat(30 * mebi)}"}` } : undefined,
  },
  {
    name: 'write-replies-of-30-mb',
    about: 'answers every write with 30 MB of blanks around the post',
    reply: (honest, call) =>
      call.method === 'GET'
        ? undefined
        : { ...honest, body: `${' '.repeat(30 * mebi)}${String(honest.body)}` },
  },
  {
    name: 'two-byte-text-of-40-mb',
    about: 'lists a post of 40 MB in Chinese',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            body: `[{"id":900,"title":"${'帖'.repeat(13 * mebi)}","content":""},${String(honest.body).slice(1)}`,
          }
        : undefined,
  },
  {
    name: 'a-million-fields',
    about: 'gives every post it reads a million fields more',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? {
            ...honest,
            body: `{${Array.from({ length: 1_000_000 }, (_, at) => `"f${at}":0`).join(',')},${String(honest.body).slice(1)}`,
          }
        : undefined,
  },
  {
    name: 'header-of-100-mb',
    about: 'sends a header of 100 MB',
    socket: (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-flood: ')
        for (let at = 0; at < 100; at++) socket.write('h'.repeat(mebi))
        socket.end('\r\ncontent-length: 2\r\n\r\n[]')
      }),
    expect: { code: [3] },
  },
  {
    name: 'a-thousand-headers',
    about: 'sends 1,000 short headers with each reply',
    reply: (honest) => ({
      ...honest,
      headers: {
        ...honest.headers,
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-h${at}`, 'v'.repeat(20)])),
      },
    }),
  },
  {
    name: 'long-media-types',
    about: 'names another media type of 8 KB for each error',
    reply: (honest, call) =>
      honest.status >= 400
        ? { ...honest, headers: { 'content-type': `text/x-${call.index}${'t'.repeat(8000)}` } }
        : undefined,
  },
  {
    name: 'long-locations',
    about: 'redirects every read to another place of 8 KB, not to be followed',
    reply: (_honest, call) =>
      isRead(call)
        ? {
            status: 302,
            headers: { location: `http://127.0.0.1:9/${call.index}${'l'.repeat(8000)}` },
            body: '',
          }
        : undefined,
    expect: { code: [1, 3] },
  },
]
