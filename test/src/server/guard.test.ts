import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createPostsServer, type PostsServer, type PostsServerOptions } from '../../../src/server.ts'

/** Asks for a reset; `Host` and `Origin` as given, which fetch would not let us choose. */
async function resetAs(server: PostsServer, headers: Record<string, string>, method = 'POST') {
  const call = request(`${server.controlUrl}reset`, { method, headers }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

const token = 'a-token-of-many-letters'

test.each<[status: number, headers: Record<string, string>, options?: PostsServerOptions]>([
  [200, { host: '127.0.0.1:PORT' }],
  [200, { host: 'localhost:PORT' }],
  [200, { host: 'posts.localhost' }],
  [200, { host: '[::1]:PORT' }],
  [200, { host: '10.0.0.7:8080' }],
  [200, { host: 'localhost:PORT', origin: 'http://localhost:PORT' }],
  [403, { host: 'attacker.test' }],
  [403, { host: 'localhost.attacker.test' }],
  [403, { host: '127.0.0.1:PORT', origin: 'http://attacker.test' }],
  [403, { host: '127.0.0.1:PORT', origin: 'http://127.0.0.1:1' }],
  [403, { host: '127.0.0.1:PORT', origin: 'https://127.0.0.1:PORT' }],
  [403, { host: '127.0.0.1:PORT', origin: 'null' }],
  // As in a network of containers.
  [200, { host: 'understudy:4010' }, { allowOrigins: ['http://understudy:4010'] }],
  [401, { authorization: 'Bearer wrong' }, { token }],
  [400, { authorization: 'Bearer' }, { token }],
  [400, { authorization: `Basic ${token}` }, { token }],
  [401, { authorization: `Bearer ${token}x` }, { token }],
  [401, { authorization: `Bearer ${token.slice(0, -1)}` }, { token }],
])('answers %i to a reset by %o, with the options %o', async (status, headers, options = {}) => {
  await using server = await createPostsServer(options)
  const port = new URL(server.origin).port
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)])
  expect((await resetAs(server, Object.fromEntries(filled))).status).toBe(status)
})

test('lets a page of an allowed origin use it, and read the reply', async () => {
  await using server = await createPostsServer({ allowOrigins: ['http://localhost:5173'] })
  const { status, headers } = await resetAs(server, { origin: 'http://localhost:5173' })
  expect([status, headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:5173'])
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-understudy-world',
  }
  const preflight = await resetAs(server, { origin: 'http://localhost:5173', ...asked }, 'OPTIONS')
  expect(preflight).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'x-understudy-world',
    },
  })
})

test('changes nothing for whom it refuses, and says why', async () => {
  await using server = await createPostsServer({ posts: 3 })
  await server.posts.delete(1)
  const { text: refusal } = await resetAs(server, { origin: 'http://attacker.test' })
  expect(JSON.parse(refusal).detail).toBe(
    'A page of http://attacker.test may not use the control API. Allow the origin with allowOrigins (--allow-origin).',
  )
  expect(server.posts.count).toBe(2)
})

test('asks for a random token where other machines can connect, but for posts and pages', async () => {
  await using one = await createPostsServer({ host: '0.0.0.0' })
  await using other = await createPostsServer({ host: '0.0.0.0' })
  expect([one.token?.length, one.token === other.token]).toEqual([43, false])
  expect(one.pageUrl).toBe(`${one.origin}/#token=${one.token}`)
  const refused = await resetAs(one, {})
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    401,
    expect.stringContaining('Authorization: Bearer TOKEN'),
  ])
  expect((await resetAs(one, { authorization: `Bearer ${one.token}` })).status).toBe(200)
  for (const path of ['/v1/posts', '/', '/_understudy/panel.js'])
    expect((await fetch(one.origin + path)).status).not.toBe(401)
})
