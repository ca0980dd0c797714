import { expect, test } from 'vitest'
import { ControlClient } from '../../../src/control/control-client.ts'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'

const token = 'a-token-of-many-letters'

function reset({ controlUrl }: PostsServer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${controlUrl}reset`, { method: 'POST', headers })
}

test('asks for a random token where other machines can connect', async () => {
  await using server = await createPostsServer({ host: '0.0.0.0', randomToken: () => token })
  expect(server).toMatchObject({ token, pageUrl: `${server.origin}/#token=${token}` })
  const refused = await reset(server)
  expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toEqual([
    401,
    'Bearer realm="posts-understudy"',
    expect.objectContaining({ detail: expect.stringContaining('Authorization: Bearer TOKEN') }),
  ])
  expect((await reset(server, { authorization: `Bearer ${token}` })).status).toBe(200)
})

test.each([
  'Bearer wrong',
  'Bearer',
  '',
  `Basic ${token}`,
  `Bearer ${token}x`,
  `Bearer ${token.slice(0, -1)}`,
])('refuses %j', async (authorization) => {
  await using server = await createPostsServer({ token })
  expect((await reset(server, { authorization })).status).toBe(401)
})

test('makes another token each time', async () => {
  await using one = await createPostsServer({ host: '0.0.0.0' })
  await using other = await createPostsServer({ host: '0.0.0.0' })
  expect([one.token?.length, one.token === other.token]).toEqual([43, false])
})

test.each(['127.0.0.1', 'localhost'])('asks for none on %s', async (host) => {
  await using server = await createPostsServer({ host })
  expect([server.token, (await reset(server)).status]).toEqual([undefined, 200])
})

test('asks for none for the posts, the page and the panel', async () => {
  await using server = await createPostsServer({ token })
  const paths = ['/v1/posts', '/', '/_understudy/panel.js']
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(server.origin + path)).status))
  expect(statuses).not.toContain(401)
})

test('lets a client with the token drive the server', async () => {
  await using server = await createPostsServer({ token, posts: 3 })
  const url = new URL(server.url)
  expect(await new ControlClient({ server: url, token }).call('GET', 'posts')).toHaveLength(3)
  const refused = new ControlClient({ server: url }).call('GET', 'posts')
  await expect(refused).rejects.toThrow('The control API needs the token')
})

test.each(['short', 'a b c d e f g h i j', ''])('refuses %j as a token without showing it', async (given) => {
  const refused = await createPostsServer({ token: given }).catch((error: Error) => error)
  expect(refused).toMatchObject({ code: 'OPTION_INVALID', message: expect.stringContaining('(not shown)') })
})
