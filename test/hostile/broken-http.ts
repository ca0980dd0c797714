import { type HostileProvider, isList } from './hostile-provider.ts'

const answering = (bytes: string | Buffer) => (socket: import('node:net').Socket) =>
  void socket.on('data', () => socket.write(bytes))
const mebi = 1024 * 1024
const endless = '[{"id":1,"title":"a","content":"b"}]'

/** Replies that are not what HTTP allows. */
export const brokenHttp: readonly HostileProvider[] = [
  {
    name: 'not-http',
    about: 'greets as a mail server',
    socket: (socket) => void socket.write('220 mail ESMTP\r\n'),
  },
  {
    name: 'random-bytes',
    about: 'answers with bytes that mean nothing',
    socket: answering(Buffer.alloc(4096, 0xfe)),
  },
  {
    name: 'closes-at-once',
    about: 'closes every connection at once',
    socket: (socket) => void socket.destroy(),
  },
  {
    name: 'resets-after-headers',
    about: 'closes in the middle of every body',
    raw: (response, { status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 100) })
      response.write(body)
      setTimeout(() => response.destroy(), 5)
      return true
    },
  },
  {
    name: 'length-too-short',
    about: 'says that a list is ten bytes shorter than it is',
    raw: (response, { status, body }, call) => {
      if (!isList(call)) return false
      const { socket } = response
      socket?.write(
        `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body) - 10}\r\n\r\n${String(body)}`,
      )
      return true
    },
  },
  {
    name: 'length-too-long',
    about: 'says that a body is longer than it is, and waits',
    socket: answering(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999999\r\n\r\n${endless}`,
    ),
    expect: { code: [1, 3] },
  },
  {
    name: 'length-enormous',
    about: 'says that a body has 9,007,199,254,740,991 bytes',
    socket: answering(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9007199254740991\r\n\r\n${endless}`,
    ),
    expect: { code: [3] },
  },
  {
    name: 'length-negative',
    about: 'says that a body has -1 bytes',
    socket: answering(`HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n${endless}`),
    expect: { code: [3] },
  },
  {
    name: 'two-lengths',
    about: 'names two lengths of one body',
    socket: answering(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 36\r\n\r\n${endless}`),
  },
  {
    name: 'length-and-chunks',
    about: 'names a length and sends chunks',
    socket: answering(
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n',
    ),
  },
  {
    name: 'chunk-size-enormous',
    about: 'begins a chunk of 2^63 bytes',
    socket: answering('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n7fffffffffffffff\r\n[]'),
    expect: { code: [3] },
  },
  {
    name: 'chunk-size-not-hex',
    about: 'names a chunk size that is not a number',
    socket: answering('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n'),
  },
  {
    name: 'trailing-garbage',
    about: 'sends a megabyte of bytes behind every reply',
    socket: answering(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]${'g'.repeat(1_000_000)}`,
    ),
  },
  {
    name: 'two-replies',
    about: 'answers every request twice',
    socket: answering(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]'.repeat(2),
    ),
  },
  {
    name: 'status-999',
    about: 'answers with the status 999',
    socket: answering('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n[]'),
  },
  {
    name: 'switches-protocols',
    about: 'answers 101 to everything',
    socket: answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    name: 'header-with-a-nul',
    about: 'has a NUL in a header',
    socket: answering('HTTP/1.1 200 OK\r\nx-a: b\0c\r\ncontent-length: 2\r\n\r\n[]'),
  },
  {
    name: 'many-trailers',
    about: 'sends a megabyte of trailers behind a chunked body',
    socket: answering(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n${'x: y\r\n'.repeat(150_000)}\r\n`,
    ),
  },
  {
    name: 'invalid-utf-8',
    about: 'lists bytes that are no UTF-8',
    reply: (honest, call) =>
      isList(call)
        ? { ...honest, body: Buffer.concat([Buffer.from('['), Buffer.alloc(mebi, 0xff)]) }
        : undefined,
  },
  {
    name: 'nothing-but-a-mark',
    about: 'answers every read with a byte order mark alone',
    reply: (honest, { method }) => (method === 'GET' ? { ...honest, body: '\ufeff' } : undefined),
  },
]
