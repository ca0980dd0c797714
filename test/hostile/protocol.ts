import zlib from 'node:zlib'
import { draft } from './honest-posts.ts'
import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

const mebi = 1024 * 1024
const json = { 'content-type': 'application/json' }

/** What HTTP and JSON allow, more often, longer or at another time than anybody means it. */
export const protocol: readonly HostileProvider[] = [
  {
    name: 'second-reply-for-the-next-request',
    about:
      'sends behind each reply another one, with which the next request on the connection is to be answered',
    raw: (response, { status, headers, body }) => {
      const { socket } = response
      const poison = '{"id":1,"title":"poison","content":"poison"}'
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
      setTimeout(
        () =>
          socket?.write(
            `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${poison.length}\r\n\r\n${poison}`,
          ),
        5,
      )
      return true
    },
  },
  {
    name: 'chunk-extensions',
    about: 'sends each byte of a list with a chunk extension of 8 KB',
    raw: (response, { body }, call) => {
      const { socket } = response
      if (!isList(call) || !socket) return false
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
      for (const byte of Buffer.from(body))
        socket.write(`1;${'e'.repeat(8000)}\r\n${String.fromCharCode(byte)}\r\n`)
      socket.write('0\r\n\r\n')
      return true
    },
  },
  {
    name: 'upgrades',
    about: 'answers 200 and asks for an upgrade, of every connection',
    reply: (honest) => ({
      ...honest,
      headers: { ...honest.headers, upgrade: 'h2c, websocket', connection: 'upgrade' },
    }),
  },
  {
    name: 'next-pages-of-8-kb',
    about: 'names a next page of 8 KB behind every page, another each time',
    reply: (honest, call) =>
      isList(call)
        ? { ...honest, headers: { ...json, link: `<?cursor=${call.index}${'p'.repeat(8000)}>; rel="next"` } }
        : undefined,
  },
  {
    name: 'bombs-in-turn',
    about: 'packs each reply three times: Brotli in deflate in Zstandard, 100 MB of blanks',
    reply: (honest) => ({
      ...honest,
      headers: { ...json, 'content-encoding': 'br, deflate, zstd' },
      body: packed(),
    }),
    expect: { code: [3] },
  },
  {
    name: 'one-key-a-million-times',
    about: 'names one key of every post 400,000 times',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? { ...honest, body: `{${'"title":"a",'.repeat(400_000)}${String(honest.body).slice(1)}` }
        : undefined,
  },
  {
    name: 'megabytes-that-are-not-utf-8',
    about: 'puts four megabytes of bytes that are not UTF-8 into every post it reads',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? {
            ...honest,
            body: Buffer.concat([
              Buffer.from('{"x":"'),
              Buffer.alloc(4 * mebi, 0xc3),
              Buffer.from(`",${String(honest.body).slice(1)}`),
            ]),
          }
        : undefined,
  },
  {
    name: 'exponents',
    about: 'gives every id with an exponent of a thousand digits, up or down',
    reply: (honest, { index }) => ({
      ...honest,
      body: String(honest.body).replaceAll(
        /"id":(-?\d+)/g,
        `"id":$1e${index % 2 ? '-' : ''}${'4'.repeat(1000)}`,
      ),
    }),
    expect: { code: [1, 3] },
  },
  {
    name: 'errors-that-fill-a-profile',
    about: 'answers every error and write with hundreds of short fields full of control characters',
    reply: (honest, call) => {
      if (call.method === 'GET' && honest.status === 200) return undefined
      const fields = Array.from({ length: 400 }, (_, at) => [`${at}`, '\u001b[2J\u202e'])
      const post = honest.body === '' ? {} : JSON.parse(String(honest.body))
      return draft(honest.status === 204 ? 200 : honest.status, { ...post, ...Object.fromEntries(fields) })
    },
  },
  {
    name: 'lists-of-new-posts',
    about: 'lists 50,000 posts with each look that nobody has seen before, their ids far apart',
    reply: (honest, call) =>
      isList(call)
        ? draft(200, [
            ...Array.from({ length: 50_000 }, (_, at) => {
              const id = 1_000_000_000 + (call.index * 50_000 + at) * 7
              return { id, title: 'new', content: '' }
            }),
            ...JSON.parse(String(honest.body)),
          ])
        : undefined,
  },
]

/** Made once. */
let bomb: Buffer | undefined
function packed(): Buffer {
  bomb ??= zlib.zstdCompressSync(
    zlib.deflateSync(
      zlib.brotliCompressSync(Buffer.alloc(100 * mebi, ' '), {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    ),
  )
  return bomb
}
