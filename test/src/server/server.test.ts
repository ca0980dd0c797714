import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw, openSocket, statusesIn } from '../../support/raw-socket.ts'

const post = { title: 'Tea', content: 'Kenya' }
const json = { 'content-type': 'application/json' }

test('answers all five operations on a real port', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const created = await fetch(`${server.url}/posts`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(post),
  })
  expect([created.status, await created.json()]).toEqual([201, { id: 3, ...post }])
  const replaced = await fetch(`${server.url}/posts/3`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ ...post, title: 'Coffee' }),
  })
  expect([replaced.status, await replaced.json()]).toEqual([
    200,
    { id: 3, title: 'Coffee', content: 'Kenya' },
  ])
  const deleted = await fetch(`${server.url}/posts/1`, { method: 'DELETE' })
  expect([deleted.status, await deleted.text()]).toEqual([204, ''])
  const read = await fetch(`${server.url}/posts/3`)
  expect([read.status, await read.json()]).toEqual([200, { id: 3, title: 'Coffee', content: 'Kenya' }])
  const list = await fetch(`${server.url}/posts`)
  expect(((await list.json()) as { id: number }[]).map(({ id }) => id)).toEqual([2, 3])
})

test('names its addresses and takes a free port by default', async () => {
  await using one = await createPostsServer()
  await using other = await createPostsServer()
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(one.controlUrl).toBe(`${one.origin}/_understudy/`)
  expect(other.origin).not.toBe(one.origin)
})

test.each([
  ['/', ''],
  ['/api/v1', '/api/v1'],
  ['/api/v1/', '/api/v1'],
])('serves below the base path %s', async (basePath, expected) => {
  await using server = await createPostsServer({ posts: 1, basePath })
  expect(server.url).toBe(server.origin + expected)
  expect((await fetch(`${server.url}/posts/1`)).status).toBe(200)
})

test('says where the posts are to whoever leaves out the version segment', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const response = await fetch(`${server.origin}/posts`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining(`${server.url}/posts`) })
})

test('gives the length of the body to HEAD, and no body', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const { length } = await (await fetch(`${server.url}/posts/1`)).text()
  const received = await exchangeRaw(
    server.url,
    'HEAD /v1/posts/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(received).toMatch(new RegExp(`content-length: ${length}\\r\\n`, 'i'))
  expect(received).toMatch(/\r\n\r\n$/)
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
  const body = JSON.stringify(post)
  const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nConnection: close\r\n\r\n`
  const received = await exchangeRaw(
    server.url,
    `POST /v1/posts HTTP/1.1\r\nHost: posts.test:81\r\n${head}${body}`,
  )
  expect(received).toMatch(/^location: http:\/\/posts\.test:81\/v1\/posts\/1\r$/im)
})

test.each([
  ['a target in absolute form', 'GET http://posts.test/v1/posts/1 HTTP/1.1\r\nHost: other\r\n', 200],
  ['an absolute target without a path', 'PUT http://posts.test HTTP/1.1\r\nHost: other\r\n', 404],
  ['HTTP/1.0 without a host', 'GET /v1/posts/1 HTTP/1.0\r\n', 200],
  ['HTTP/1.1 without a host', 'GET /v1/posts/1 HTTP/1.1\r\n', 400],
  ['a host that is none', 'GET /v1/posts/1 HTTP/1.1\r\nHost: <script>\r\n', 400],
  ['a target that is not a path', 'GET v1/posts HTTP/1.1\r\nHost: x\r\n', 400],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n', 400],
  ['TRACE', 'TRACE /v1/posts HTTP/1.1\r\nHost: x\r\n', 405],
  ['a method that HTTP does not know', 'TEAPOT /v1/posts HTTP/1.1\r\nHost: x\r\n', 400],
  ['a path that only begins like the base', 'GET /v10/posts HTTP/1.1\r\nHost: x\r\n', 404],
  ['a path of two slashes', 'GET //v1/posts HTTP/1.1\r\nHost: x\r\n', 404],
  ['an expectation that nobody knows', 'GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n', 417],
  ['headers beyond all measure', `GET /v1/posts HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n`, 431],
  ['a path beyond all measure', `GET /v1/posts/${'9'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n`, 431],
  ['a path of many digits', `GET /v1/posts/${'9'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n`, 404],
])('answers %s', async (_case, request, status) => {
  await using server = await createPostsServer({ posts: 1, onWarning: () => {} })
  const received = await exchangeRaw(server.url, `${request}Connection: close\r\n\r\n`)
  expect(statusesIn(received)).toEqual([status])
})

test('goes on with HTTP where a client would rather have another protocol', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const upgrade = 'Connection: upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n'
  const received = await exchangeRaw(server.url, `GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`)
  expect(statusesIn(received)).toEqual([200])
})

test('lets a page of another origin send the header that names a world', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const response = await fetch(`${server.url}/posts`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://app.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-understudy-world',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('x-understudy-world')
})

test.each([
  [{ port: -1 }, '`port` is -1'],
  [{ port: 65_536 }, '`port` is 65536'],
  [{ host: '' }, '`host` is ""'],
  [{ basePath: 'v1' }, '`basePath` is "v1"'],
  [{ basePath: '/_understudy' }, 'The control API is there'],
  [{ worldTtl: 0 }, '`worldTtl` is 0'],
  [{ watch: true }, 'no `dataFile` to watch'],
  [{ allowOrigins: ['http://localhost:5173/'] }, '`allowOrigins` is "http://localhost:5173/"'],
  [{ latency: -1 }, '"latency.any" is not as expected'],
])('refuses the options %o', async (options, words) => {
  await expect(createPostsServer(options)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining(words),
  })
})

test('says that a port is taken', async () => {
  await using server = await createPostsServer()
  const port = Number(new URL(server.origin).port)
  await expect(createPostsServer({ port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: `Failed to serve on port ${port}: another program listens there. Pass another \`port\`, or 0 for a free one.`,
  })
})

test('says that a host is not of this machine', async () => {
  await expect(createPostsServer({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'PORT_REFUSED' })
})
