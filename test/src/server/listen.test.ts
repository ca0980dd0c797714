import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw, openSocket, statusesIn } from '../../support/raw-socket.ts'

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

test.each([
  ['network-error', 'GET'],
  ['reply-lost', 'GET'],
  ['truncated', 'DELETE'],
] as const)('ends the connection without a byte at %s of a %s', async (fault, method) => {
  await using server = await createPostsServer({ posts: 1 })
  server.faults.next('any', fault)
  expect(await exchangeRaw(server.url, `${method} /v1/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe('')
  await server.journal.waitFor({ status: 0 }, { timeout: 60_000 })
})

test('announces the whole body and sends half of it at truncated', async () => {
  await using server = await createPostsServer({ posts: [{ title: 'Tea', content: 'a'.repeat(1000) }] })
  server.faults.next('read', 'truncated')
  const received = await exchangeRaw(server.url, 'GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, length, body = ''] = /content-length: (\d+)[\s\S]*?\r\n\r\n(.*)$/i.exec(received) ?? []
  expect(Number(length)).toBeGreaterThan(1000)
  expect(body).toHaveLength(Math.ceil(Number(length) / 2))
})

test('hangs at timeout until the client gives up, and lets go of the request then', async () => {
  await using server = await createPostsServer({ posts: 1 })
  server.faults.next('read', 'timeout')
  const client = new AbortController()
  const failure = expect(fetch(`${server.url}/posts/1`, { signal: client.signal })).rejects.toThrow()
  await expect.poll(() => server.faults.settings.next).toEqual([])
  await pause(50)
  client.abort()
  await failure
  const { status, duration } = await server.journal.waitFor('read', { timeout: 60_000 })
  expect([status, duration >= 49]).toEqual([0, true])
})

const tunnel = 'CONNECT example.com:80 HTTP/1.1\r\nhost: a\r\n\r\n'

test.concurrent.each([
  ['a tunnel that is asked for', tunnel, '', true],
  ['a tunnel that bytes are sent into later', tunnel, 'bytes', true],
  ['a client that stays after its tunnel was refused', tunnel, '', false],
  ['what is not HTTP', 'junk\r\n\r\n', 'more junk', true],
  ['a client that stays after sending what is not HTTP', 'junk\r\n\r\n', '', false],
])('closes after %s', async (_what, text, more, ends) => {
  const server = await createPostsServer({ port: 0 })
  const port = Number(new URL(server.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: !ends }).on('error', () => {})
  socket.write(text)
  const reply = await Promise.race([once(socket, 'data'), once(socket, 'end')]).then(String)
  if (more) socket.write(more)
  if (ends) socket.end()
  // Node ends a connection that asks for a tunnel.
  expect(reply).toMatch(/^(?:HTTP\/1\.1 400 |$)/)
  await server.close()
  socket.destroy()
})
