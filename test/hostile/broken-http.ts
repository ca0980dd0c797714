import {
  any,
  brokenOrNot,
  bytes,
  cannotJudge,
  hostile,
  lists,
  replying,
  sending,
  texts,
} from './hostile-provider.ts'

const mebi = 1024 * 1024
const list = '[{"id":1,"title":"a","content":"b"}]'
const json = { 'content-type': 'application/json' }

/** A reply with further header lines and a body, as bytes. */
const reply = (headers: string, body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n${body}`
const chunks = 'transfer-encoding: chunked\r\n'

/** Replies that are not what HTTP allows, or that nobody expects. */
export const brokenHttp = hostile({
  'not-http': ['answers as a mail server', bytes('220 mail ESMTP\r\n')],
  'closes-at-once': [
    'closes every connection at once',
    sending(
      () => true,
      (response) => response.destroy(),
    ),
  ],
  'dies-and-comes-back': [
    'closes a hundred connections in the middle of the run, then answers again',
    sending(
      (_call, index) => index >= 150 && index <= 250,
      (response) => response.destroy(),
    ),
  ],
  'resets-after-headers': [
    'closes in the middle of every body',
    sending(
      () => true,
      (response, text, { status }) => {
        response.writeHead(status, { ...json, 'content-length': text.length + 100 }).write(text)
        setTimeout(() => response.destroy(), 5)
      },
    ),
  ],
  'length-too-short': [
    'says that a list is ten bytes shorter than it is',
    sending(
      (call, _index, given) => lists(call, given),
      ({ socket }, text) => socket?.end(reply(`content-length: ${Buffer.byteLength(text) - 10}\r\n`, text)),
    ),
  ],
  'length-enormous': [
    'says that a body has 9,007,199,254,740,991 bytes',
    bytes(reply('content-length: 9007199254740991\r\n', list)),
    brokenOrNot,
  ],
  'length-negative': [
    'says that a body has -1 bytes',
    bytes(reply('content-length: -1\r\n', list)),
    cannotJudge,
  ],
  'length-and-chunks': [
    'names a length and sends chunks',
    bytes(reply(`content-length: 2\r\n${chunks}`, '2\r\n[]\r\n0\r\n\r\n')),
  ],
  'chunk-size-enormous': ['begins a chunk of 2^63 bytes', bytes(reply(chunks, '7fffffffffffffff\r\n[]'))],
  'chunk-extensions': [
    'sends a list with a chunk extension of 8 KB',
    bytes(reply(chunks, `2;${'e'.repeat(8000)}\r\n[]\r\n0\r\n\r\n`)),
  ],
  'trailing-garbage': [
    'sends a megabyte of bytes behind every reply',
    bytes(reply('content-length: 2\r\n', `[]${'g'.repeat(mebi)}`)),
  ],
  'many-trailers': [
    'sends a megabyte of trailers behind a chunked body',
    bytes(reply(chunks, `2\r\n[]\r\n0\r\n${'x: y\r\n'.repeat(150_000)}\r\n`)),
  ],
  'second-reply-for-the-next-request': [
    'sends behind each reply another one, with which the next request on the connection is to be answered',
    sending(
      () => true,
      (response, text, { status }) => {
        const { socket } = response
        response.writeHead(status, { ...json, 'content-length': Buffer.byteLength(text) }).end(text)
        setTimeout(() => socket?.write(reply(`content-length: ${list.length}\r\n`, list)), 5)
      },
    ),
  ],
  'status-999': ['answers with the status 999', bytes('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n[]')],
  'switches-protocols': [
    'answers 101 to everything',
    bytes('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'),
  ],
  'header-with-a-nul': ['has a NUL in a header', bytes(reply('x-a: b\0c\r\ncontent-length: 2\r\n', '[]'))],
  'cookies-without-end': [
    'sets a new cookie with each reply',
    replying(any, ({ reply: given, index }) => ({
      ...given,
      headers: { 'set-cookie': `s${index}=${'k'.repeat(4000)}; Path=/` },
    })),
  ],
  'invalid-utf-8': [
    'lists bytes that are not UTF-8',
    texts(lists, () => Buffer.concat([Buffer.from('['), Buffer.alloc(mebi, 0xff)])),
  ],
  'nothing-but-a-mark': ['answers everything with a byte order mark alone', texts(any, () => '\ufeff')],
})
