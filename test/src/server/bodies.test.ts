import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { openSocket, statusesIn } from '../../support/raw-socket.ts'

const body = JSON.stringify({ title: 'Tea', content: 'Kenya' })
const head = 'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test('reads a body that comes byte by byte, a character cut in two included', async () => {
  await using server = await createPostsServer({ posts: 0 })
  const bytes = Buffer.from(JSON.stringify({ title: 'Čaj', content: '🍵' }))
  const socket = openSocket(server.url)
  socket.send(`${head}Content-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`)
  for (const byte of bytes) {
    socket.send(Uint8Array.of(byte))
    await pause(1)
  }
  expect(statusesIn(await socket.ended)).toEqual([201])
  expect(server.posts.read(1)).toMatchObject({ title: 'Čaj', content: '🍵' })
})

test('refuses a body of unknown length once it is over the limit', async () => {
  await using server = await createPostsServer({ posts: 0, profile: { 'input.max-bytes': 1000 } })
  const socket = openSocket(server.url)
  socket.send(`${head}Transfer-Encoding: chunked\r\n\r\n3e8\r\n${'a'.repeat(1000)}\r\n`)
  socket.send('1\r\na\r\n')
  expect(statusesIn(await socket.until(/\r\n\r\n/))).toEqual([413])
  // The connection goes on: the rest of the body is taken off the wire.
  socket.send(
    `${'1\r\na\r\n'.repeat(1000)}0\r\n\r\nGET /v1/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  expect(statusesIn(await socket.ended)).toEqual([413, 200])
})

test('forgets a request whose client leaves in the middle of the body', async () => {
  await using server = await createPostsServer({ posts: 0 })
  const socket = openSocket(server.url)
  socket.send(`${head}Content-Length: 1000\r\n\r\n${body}`)
  await pause(20)
  socket.destroy()
  await socket.ended
  expect((await fetch(`${server.url}/posts`)).status).toBe(200)
  expect(server.journal.requests.map(({ operation }) => operation)).toEqual(['list'])
})
