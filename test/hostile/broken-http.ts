import { sending } from '../provider-set/changes.ts'
import { any, bytes, hostile, lists, replying, texts } from './provider.ts'

const mebi = 1024 * 1024
const list = '[{"id":1,"title":"a","content":"b"}]'
const json = { 'content-type': 'application/json' }

/** A reply with further header lines and a body, as bytes. */
const reply = (headers: string, body: string | Buffer) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n${body}`
const chunks = 'transfer-encoding: chunked\r\n'

/** Replies that are not what HTTP allows, or that nobody expects. */
export const brokenHttp = hostile({
  'any end': {
    'not-http': bytes('220 mail ESMTP\r\n'),
    'closes-at-once': sending(any, (response) => response.destroy()),
    // Closes a hundred connections in the middle of the run, then answers again.
    'dies-and-comes-back': sending(
      (_call, _reply, index) => index >= 150 && index <= 250,
      (response) => response.destroy(),
    ),
    // Closes in the middle of every body.
    'resets-after-headers': sending(any, (response, body, { status }) => {
      response.writeHead(status, { ...json, 'content-length': body.length + 100 }).write(body)
      setTimeout(() => response.destroy(), 5)
    }),
    // Says that a list is ten bytes shorter than it is.
    'length-too-short': sending(lists, ({ socket }, body) =>
      socket?.end(reply(`content-length: ${body.length - 10}\r\n`, body)),
    ),
    'length-and-chunks': bytes(reply(`content-length: 2\r\n${chunks}`, '2\r\n[]\r\n0\r\n\r\n')),
    'chunk-size-enormous': bytes(reply(chunks, '7fffffffffffffff\r\n[]')),
    'chunk-extensions': bytes(reply(chunks, `2;${'e'.repeat(8000)}\r\n[]\r\n0\r\n\r\n`)),
    'trailing-garbage': bytes(reply('content-length: 2\r\n', `[]${'g'.repeat(mebi)}`)),
    'many-trailers': bytes(reply(chunks, `2\r\n[]\r\n0\r\n${'x: y\r\n'.repeat(150_000)}\r\n`)),
    // Sends behind each reply another one, with which the next request on the connection is to be answered.
    'second-reply-for-the-next-request': sending(any, (response, body, { status }) => {
      const { socket } = response
      response.writeHead(status, { ...json, 'content-length': body.length }).end(body)
      setTimeout(() => socket?.write(reply(`content-length: ${list.length}\r\n`, list)), 5)
    }),
    'status-999': bytes('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n[]'),
    'switches-protocols': bytes(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n',
    ),
    'header-with-a-nul': bytes(reply('x-a: b\0c\r\ncontent-length: 2\r\n', '[]')),
    // Sets a new cookie with each reply.
    'cookies-without-end': replying(any, ({ reply: given, index }) => ({
      ...given,
      headers: { 'set-cookie': `s${index}=${'k'.repeat(4000)}; Path=/` },
    })),
    'nothing-but-a-mark': texts(any, () => '\ufeff'),
  },
  'broken or not judged': {
    'length-enormous': bytes(reply('content-length: 9007199254740991\r\n', list)),
  },
  'not judged': {},
})
