import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { all, holding, sending } from '../provider-set/changes.ts'
import { any, hostile, lists, replying } from './provider.ts'

const second = 1000
const json = { 'content-type': 'application/json' }

/** Writes again and again below HTTP, each time the client has taken what came before; or once a second. */
const flooding = (text: string, begin = '') =>
  sending(any, ({ socket }) => {
    socket?.write(begin)
    const more = () => {
      while (socket && !socket.destroyed && socket.write(text));
    }
    socket?.on('drain', more)
    more()
  })
const dripping = (text: string, begin = '') =>
  sending(any, ({ socket }) => {
    socket?.write(begin)
    const drip = setInterval(() => socket?.write(text), second)
    socket?.on('close', () => clearInterval(drip))
  })

async function byteByByte(response: ServerResponse, bytes: Buffer, pause: number): Promise<void> {
  response.writeHead(200, json)
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    if (pause > 0) await wait(pause, undefined, { ref: false })
  }
  response.end()
}

/** Providers that take their time, or never come to an end. */
export const stalls = hostile({
  'any end': {
    // Sends a list of 500 posts in chunks of one byte.
    'tiny-chunks': all(
      holding(500),
      sending(lists, (response, text) => void byteByByte(response, text, 0)),
    ),
  },
  'broken or not judged': {
    'never-answers-writes': sending(({ method }) => method !== 'GET'),
    'stops-answering': sending((_call, _reply, index) => index >= 200),
    'every-tenth-hangs': sending((_call, _reply, index) => index % 10 === 9),
    // Answers every first try with 429 and a wait of two seconds, and does it all the same.
    'always-asks-to-wait': replying(any, ({ reply, index }) =>
      index % 2 === 0 ? { status: 429, headers: { 'retry-after': '2' } } : reply,
    ),
    // Redirects every request to a base address one level deeper.
    'redirects-deeper': replying(any, ({ call, index }) => ({
      status: 307,
      headers: { location: `/${index}${call.path}` },
    })),
  },
  'not judged': {
    'never-answers': [sending(any), /no reply within/],
    'three-seconds-each': [
      replying(any, async ({ reply }) => await wait(3 * second, reply, { ref: false })),
      /took\s+3\d{3}\s+ms/,
    ],
    'drips-bodies': sending(any, (response, text) => void byteByByte(response, text, second)),
    'drips-headers': dripping('x: y\r\n', 'HTTP/1.1 200 OK\r\n'),
    'endless-headers': [flooding(`x-${'h'.repeat(1000)}: y\r\n`, 'HTTP/1.1 200 OK\r\n'), /16\s+KB/],
    'interim-replies-without-end': flooding('HTTP/1.1 102 Processing\r\n\r\n'),
    // Sends chunks of blanks without an end, in place of the list.
    'endless-chunks': sending(lists, (response) => {
      response.writeHead(200, json)
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }),
    'always-too-many': replying(any, () => ({ status: 429 })),
  },
})
