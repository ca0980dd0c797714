import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw, openSocket, statusesIn } from '../../support/raw-socket.ts'

test.each([
  ['a TLS handshake', Buffer.from('16030100750100007103035f', 'hex')],
  ['zeros', Buffer.alloc(64)],
  ['a line without HTTP', 'hello\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a header without a colon', 'GET /v1/posts HTTP/1.1\r\nHost x\r\n\r\n'],
  ['a line feed in a header', 'GET /v1/posts HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n'],
  ['two lengths', 'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['a length that is not a number', 'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\na'],
  [
    'a length and chunks',
    'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a chunk whose size is not a number',
    'POST /v1/posts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
  ['HTTP/3.0', 'GET /v1/posts HTTP/3.0\r\nHost: x\r\n\r\n'],
])('answers %s with a 400', async (_case, bytes) => {
  await using server = await createPostsServer({ posts: 1 })
  const received = await exchangeRaw(server.url, bytes)
  expect(statusesIn(received)).toEqual([400])
})

test('survives a thousand connections of random bytes', async () => {
  await using server = await createPostsServer({ posts: 1 })
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 50 }, () => {
        const socket = openSocket(server.url)
        socket.send(Buffer.concat([randomBytes(20), Buffer.from('\r\n\r\n'), randomBytes(200)]))
        return socket.ended
      }),
    )
  }
  expect((await fetch(`${server.url}/posts/1`)).status).toBe(200)
})
