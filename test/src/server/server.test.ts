import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw, openSocket, statusesIn } from '../../support/raw-socket.ts'

test('names its addresses and takes a free port by default', async () => {
  await using one = await createPostsServer()
  await using atRoot = await createPostsServer({ basePath: '/' })
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect([one.controlUrl, one.pageUrl]).toEqual([`${one.origin}/_understudy/`, `${one.origin}/`])
  expect(atRoot.pageUrl).toBe(`${atRoot.origin}/_understudy/panel`)
  expect((await fetch(`${atRoot.origin}/posts/1`)).status).toBe(200)
})

test('names the address of the posts where the version segment is missing, to pages too', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const response = await fetch(`${server.origin}/posts`)
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining(`${server.url}/posts`) })
})

test('sends a 204 without a body and without a length', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const received = await exchangeRaw(
    server.url,
    'DELETE /v1/posts/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(received).toMatch(/^HTTP\/1\.1 204 /)
  expect(received).not.toMatch(/content-length|transfer-encoding/i)
})

test('sends what it has answered, although it is closed meanwhile', async () => {
  await using server = await createPostsServer({ posts: 20_000 })
  const socket = openSocket(server.url)
  socket.send('GET /v1/posts HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  const kept = fetch(`${server.url}/posts`).then((response) => response.json())
  await expect.poll(() => server.journal.count).toBe(4)
  await server.close()
  const received = await socket.ended
  expect(statusesIn(received)).toEqual([200, 200, 200])
  const [, length] = /content-length: (\d+)/i.exec(received) ?? []
  const bodies = received.split(/\r\n\r\n/).slice(1)
  expect(bodies.map((body) => body.split('HTTP/1.1 ')[0]?.length)).toEqual(bodies.map(() => Number(length)))
  expect(await kept).toHaveLength(20_000)
})

test('points to a new post by the host that the client used', async () => {
  await using server = await createPostsServer({ posts: 0, profile: { 'create.location': 'absolute' } })
  const body = JSON.stringify({ title: 'Tea', content: 'Kenya' })
  const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nConnection: close\r\n\r\n`
  const received = await exchangeRaw(
    server.url,
    `POST /v1/posts HTTP/1.1\r\nHost: posts.test:81\r\n${head}${body}`,
  )
  expect(received).toMatch(/^location: http:\/\/posts\.test:81\/v1\/posts\/1\r$/im)
})

test.each([
  ['a target in absolute form', 'GET http://posts.test/v1/posts/1 HTTP/1.1\r\nHost: other\r\n', 200],
  ['HTTP/1.0 without a host', 'GET /v1/posts/1 HTTP/1.0\r\n', 200],
  ['HTTP/1.1 without a host', 'GET /v1/posts/1 HTTP/1.1\r\n', 400],
  ['a host that is none', 'GET /v1/posts/1 HTTP/1.1\r\nHost: <script>\r\n', 400],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n', 400],
  ['a method that HTTP does not know', 'TEAPOT /v1/posts HTTP/1.1\r\nHost: x\r\n', 400],
  ['a path that only begins like the base', 'GET /v10/posts HTTP/1.1\r\nHost: x\r\n', 404],
  ['an expectation that nobody knows', 'GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n', 417],
])('answers %s', async (_case, request, status) => {
  await using server = await createPostsServer({ posts: 1, onWarning: () => {} })
  const received = await exchangeRaw(server.url, `${request}Connection: close\r\n\r\n`)
  expect(statusesIn(received)).toEqual([status])
})

test.each([
  [{ port: -1 }, '`port` is -1'],
  [{ port: 65_536 }, '`port` is 65536'],
  [{ host: '' }, '`host` is ""'],
  [{ basePath: 'v1' }, '`basePath` is "v1"'],
  [{ basePath: '/_understudy' }, 'not that of the control API'],
  [{ watch: true }, 'Pass a file to watch too'],
  [{ allowOrigins: ['http://localhost:5173/'] }, '`allowOrigins` is "http://localhost:5173/"'],
  [{ token: 'a b c d e f g h i j' }, '`token` is "(not shown)"'],
  [{ latency: -1 }, '"latency.any" is not as expected'],
  [{ baseURL: '/v1' }, 'Unknown option "baseURL"'],
])('refuses the options %o', async (options, words) => {
  await expect(createPostsServer(options as object)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining(words),
  })
})

test('names a port that is taken, and a host that is not of this machine', async () => {
  await using server = await createPostsServer()
  const port = Number(new URL(server.origin).port)
  await expect(createPostsServer({ port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: expect.stringContaining(
      `port ${port}: another program listens there. Pass another \`port\`, or 0`,
    ),
  })
  await expect(createPostsServer({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'PORT_REFUSED' })
})
