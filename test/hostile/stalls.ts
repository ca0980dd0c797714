import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { all } from '../provider-set/changes.ts'
import type { Change } from '../provider-set/provider.ts'
import {
  any,
  brokenOrNot,
  cannotJudge,
  holding,
  hostile,
  lists,
  replying,
  sending,
  type Which,
} from './hostile-provider.ts'

const second = 1000
const json = { 'content-type': 'application/json' }

function late(which: Which, seconds: number): Change {
  return replying(which, async ({ reply }) => await wait(seconds * second, reply, { ref: false }))
}

/** Writes again and again below HTTP, each time the client has taken what came before; or once a second. */
const flooding = (text: string, begin = '') =>
  sending(
    () => true,
    ({ socket }) => {
      socket?.write(begin)
      const more = () => {
        while (socket && !socket.destroyed && socket.write(text));
      }
      socket?.on('drain', more)
      more()
    },
  )
const dripping = (text: string, begin = '') =>
  sending(
    () => true,
    ({ socket }) => {
      socket?.write(begin)
      const drip = setInterval(() => socket?.write(text), second)
      socket?.on('close', () => clearInterval(drip))
    },
  )

async function byteByByte(response: ServerResponse, text: string, pause: number): Promise<void> {
  response.writeHead(200, json)
  for (const byte of Buffer.from(text)) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    if (pause > 0) await wait(pause, undefined, { ref: false })
  }
  response.end()
}

/** Providers that take their time, or never come to an end. */
export const stalls = hostile({
  'never-answers': [
    'takes every connection and answers nothing',
    sending(() => true),
    { code: [3], says: /no reply within/ },
  ],
  'never-answers-writes': [
    'answers reads, and no write',
    sending(({ method }) => method !== 'GET'),
    brokenOrNot,
  ],
  'stops-answering': [
    'answers 200 requests, and none after that',
    sending((_call, index) => index >= 200),
    brokenOrNot,
  ],
  'every-tenth-hangs': [
    'does not answer every tenth request',
    sending((_call, index) => index % 10 === 9),
    brokenOrNot,
  ],
  'three-seconds-each': [
    'answers everything after three seconds',
    late(any, 3),
    { code: [3], says: /--timeout/ },
  ],
  'lists-take-eight-seconds': [
    'answers a list after eight seconds, the rest at once',
    late(lists, 8),
    cannotJudge,
  ],
  'drips-bodies': [
    'sends a byte of the body each second',
    sending(
      () => true,
      (response, text) => void byteByByte(response, text, second),
    ),
    cannotJudge,
  ],
  'drips-headers': [
    'sends a header each second, and no end of them',
    dripping('x: y\r\n', 'HTTP/1.1 200 OK\r\n'),
    cannotJudge,
  ],
  'endless-headers': [
    'sends headers as fast as it can, without an end',
    flooding(`x-${'h'.repeat(1000)}: y\r\n`, 'HTTP/1.1 200 OK\r\n'),
    cannotJudge,
  ],
  'header-of-100-mb': [
    'sends a header of 100 MB',
    flooding('h'.repeat(65_536), 'HTTP/1.1 200 OK\r\nx-flood: '),
    cannotJudge,
  ],
  'interim-replies-without-end': [
    'sends 1xx replies without an end',
    flooding('HTTP/1.1 102 Processing\r\n\r\n'),
    cannotJudge,
  ],
  'interim-replies-dripping': [
    'sends a 1xx reply each second',
    dripping('HTTP/1.1 103 Early Hints\r\n\r\n'),
    cannotJudge,
  ],
  'endless-chunks': [
    'sends chunks of blanks without an end, in place of the list',
    sending(
      (call, _index, reply) => lists(call, reply),
      (response) => {
        response.writeHead(200, json)
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      },
    ),
    cannotJudge,
  ],
  'tiny-chunks': [
    'sends a list of 500 posts in chunks of one byte',
    all(
      holding(500),
      sending(
        (call, _index, reply) => lists(call, reply),
        (response, text) => void byteByByte(response, text, 0),
      ),
    ),
  ],
  'always-asks-to-wait': [
    'answers every first try with 429 and a wait of two seconds, and does it all the same',
    replying(any, ({ reply, index }) =>
      index % 2 === 0 ? { status: 429, headers: { 'retry-after': '2' } } : reply,
    ),
    brokenOrNot,
  ],
  'always-too-many': [
    'answers everything with 429 and no wait',
    replying(any, () => ({ status: 429 })),
    cannotJudge,
  ],
  'redirects-round': [
    'redirects every path to itself with a slash, without an end',
    replying(any, ({ call }) => ({ status: 308, headers: { location: `${call.path}/` } })),
    brokenOrNot,
  ],
  'redirects-deeper': [
    'redirects every request to a base address one level deeper',
    replying(any, ({ call, index }) => ({ status: 307, headers: { location: `/${index}${call.path}` } })),
    brokenOrNot,
  ],
})
