import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

const second = 1000
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

/** Providers that take their time, or never come to an end. */
export const stalls: readonly HostileProvider[] = [
  {
    name: 'never-answers',
    about: 'takes every connection and answers nothing',
    socket: () => {},
    expect: { code: [3], says: /no reply within/ },
  },
  {
    name: 'never-answers-writes',
    about: 'answers reads, and no write',
    raw: (_response, _draft, { method }) => method !== 'GET',
    expect: { code: [1, 3] },
  },
  {
    name: 'never-answers-deletes',
    about: 'answers everything but a DELETE',
    raw: (_response, _draft, { method }) => method === 'DELETE',
  },
  {
    name: 'stops-answering',
    about: 'answers 200 requests, and none after that',
    raw: (_response, _draft, { index }) => index >= 200,
    expect: { code: [1, 3] },
  },
  {
    name: 'every-tenth-hangs',
    about: 'does not answer every tenth request',
    raw: (_response, _draft, { index }) => index % 10 === 9,
    expect: { code: [1, 3] },
  },
  {
    name: 'reads-hang-now-and-then',
    about: 'does not answer every twentieth read of a post',
    raw: (_response, _draft, call) => isRead(call) && call.index % 20 === 0,
  },
  {
    name: 'nine-seconds-each',
    about: 'answers everything after nine seconds',
    reply: async (honest) => {
      await wait(9 * second)
      return honest
    },
    expect: { code: [3], says: /--max-time/ },
  },
  {
    name: 'three-seconds-each',
    about: 'answers everything after three seconds',
    reply: async (honest) => {
      await wait(3 * second)
      return honest
    },
    expect: { code: [3], says: /--max-time/ },
  },
  {
    name: 'lists-take-eight-seconds',
    about: 'answers a list after eight seconds, the rest at once',
    reply: async (honest, call) => {
      if (isList(call)) await wait(8 * second)
      return honest
    },
    expect: { code: [3] },
  },
  {
    name: 'drips-bodies',
    about: 'sends a byte of the body each second',
    raw: async (response, { status, headers, body }) => {
      response.writeHead(status, headers)
      for (const byte of Buffer.from(body)) {
        if (response.destroyed) return true
        response.write(Buffer.of(byte))
        await wait(second)
      }
      response.end()
      return true
    },
    expect: { code: [3] },
  },
  {
    name: 'drips-headers',
    about: 'sends a header each second, and no end of them',
    socket: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), second)
      socket.on('close', () => clearInterval(drip))
    },
    expect: { code: [3] },
  },
  {
    name: 'endless-headers',
    about: 'sends headers as fast as it can, without an end',
    socket: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`x-${'h'.repeat(1000)}: y\r\n`));
      }
      socket.on('drain', more)
      more()
    },
    expect: { code: [3] },
  },
  {
    name: 'endless-chunks',
    about: 'sends chunks of blanks without an end',
    raw: (response, { status, headers }, call) => {
      if (!isList(call)) return false
      response.writeHead(status, headers)
      const chunk = ' '.repeat(65_536)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
      return true
    },
    expect: { code: [3] },
  },
  {
    name: 'tiny-chunks',
    about: 'sends the list in half a million chunks of one byte',
    posts: 500,
    raw: (response, { status, headers, body }, call) => {
      if (!isList(call)) return false
      response.writeHead(status, headers)
      for (const byte of Buffer.from(body)) response.write(Buffer.of(byte))
      response.end()
      return true
    },
  },
  {
    name: 'interim-replies-without-end',
    about: 'sends 1xx replies without an end',
    socket: (socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'));
      }
      socket.once('data', more)
      socket.on('drain', more)
    },
    expect: { code: [3] },
  },
  {
    name: 'interim-replies-dripping',
    about: 'sends a 1xx reply each second',
    socket: (socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), second)
      socket.on('close', () => clearInterval(drip))
    },
    expect: { code: [3] },
  },
  {
    name: 'always-asks-to-wait',
    about:
      'answers every first try of a request with 429 and a wait of two seconds, and does it all the same',
    reply: (honest, { index }) =>
      index % 2 === 0 ? { status: 429, headers: { 'retry-after': '2' }, body: '' } : honest,
    // A create that is done twice leaves two posts.
    expect: { code: [1, 3] },
  },
  {
    name: 'always-too-many',
    about: 'answers everything with 429 and no wait',
    reply: () => ({ status: 429, headers: {}, body: '' }),
    expect: { code: [3] },
  },
  {
    name: 'always-unavailable',
    about: 'answers everything with 503 and a wait of one second',
    reply: () => ({ status: 503, headers: { 'retry-after': '1' }, body: '' }),
    expect: { code: [3] },
  },
  {
    name: 'redirects-round',
    about: 'redirects every path to itself with a slash, without an end',
    raw: (response, _draft, { path }) => {
      response.writeHead(308, { location: `/v1${path}/` }).end()
      return true
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'redirects-deeper',
    about: 'redirects every request to a base address one level deeper',
    raw: (response, _draft, { path, index }) => {
      response.writeHead(307, { location: `/${index}/v1${path}` }).end()
      return true
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'pages-without-end',
    about: 'has a next page behind each page of its list',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            headers: { ...honest.headers, link: `</v1/posts?page=${call.index}>; rel="next"` },
            body: String(honest.body).replace(
              '[',
              `[{"id":${1_000_000 + call.index},"title":"page","content":"p"},`,
            ),
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'pages-that-double',
    about: 'has a next page behind each page of its list, twice as long',
    reply: (honest, call) => {
      if (!isList(call)) return undefined
      const page = Number(/page=(\d+)/.exec(call.path)?.[1] ?? 0)
      const posts = Array.from({ length: Math.min(2 ** page, 200_000) }, (_, at) => {
        return { id: 1_000_000 * (page + 1) + at, title: 'page', content: 'p' }
      })
      return {
        ...honest,
        headers: { ...honest.headers, link: `</v1/posts?page=${page + 1}>; rel="next"` },
        body: JSON.stringify([...JSON.parse(String(honest.body)), ...posts]),
      }
    },
    expect: { code: [3], says: /pages have/ },
  },
  {
    name: 'pages-that-repeat',
    about: 'leads from its second page back to its first',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            headers: {
              ...honest.headers,
              link: `</v1/posts?page=${call.path.includes('page=2') ? 1 : 2}>; rel="next"`,
            },
            body: call.path.includes('page=2') ? '[{"id":77777,"title":"p","content":"p"}]' : honest.body,
          }
        : undefined,
    expect: { code: [1, 3] },
  },
]
