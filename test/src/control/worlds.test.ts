import { expect, test } from 'vitest'
import { mostWorlds } from '../../../src/control/worlds.ts'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'

function inWorld(name: string) {
  return { 'x-understudy-world': name }
}

async function countOf(server: PostsServer, headers: Record<string, string> = {}): Promise<number> {
  return ((await (await fetch(`${server.url}/posts`, { headers })).json()) as unknown[]).length
}

function deleteFirst(server: PostsServer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/posts/1`, { method: 'DELETE', headers })
}

test('forks a world at its first request from what the base is then', async () => {
  const profile = { 'limit.requests': { requests: 2, seconds: 60 } }
  await using server = await createPostsServer({ posts: 3, profile })
  expect(await countOf(server, inWorld('early'))).toBe(3)
  await deleteFirst(server)
  expect(await countOf(server, inWorld('early'))).toBe(3)
  expect(await countOf(server, inWorld('late'))).toBe(2)
  expect((await deleteFirst(server, inWorld('early'))).status).toBe(429)
  expect(server.worlds.get('early').journal.requests.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('gives each world its own profile, faults and journal, and the latency of the options', async () => {
  await using server = await createPostsServer({ posts: 1, latency: 5 })
  const world = server.worlds.get('a')
  expect(world.faults.settings.latency).toEqual({ any: 5 })
  world.useProfile({ 'delete.status': 200, 'delete.body': 'post' })
  world.faults.next('delete', { status: 503 })
  expect((await deleteFirst(server)).status).toBe(204)
  expect((await deleteFirst(server, inWorld('a'))).status).toBe(503)
  expect((await deleteFirst(server, inWorld('a'))).status).toBe(200)
  expect(server.journal.requests.map(({ status }) => status)).toEqual([204])
  expect(world.journal.requests.map(({ status }) => status)).toEqual([503, 200])
})

test('drops a world after ten minutes without use', async () => {
  let time = 1_000_000
  await using server = await createPostsServer({ posts: 3, now: () => time })
  await deleteFirst(server, inWorld('a'))
  for (let round = 0; round < 2; round++) {
    time += 599_999
    expect(await countOf(server, inWorld('a'))).toBe(2)
  }
  time += 600_000
  expect(server.worlds.names).toEqual([])
  expect(await countOf(server, inWorld('a'))).toBe(3)
})

test('refuses one world too many and keeps those that there are', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await deleteFirst(server, inWorld('a'))
  for (let count = 1; count < mostWorlds; count++) server.worlds.get(`w${count}`)
  const refused = await deleteFirst(server, inWorld('c'))
  expect([refused.status, await refused.json()]).toEqual([
    507,
    expect.objectContaining({ detail: 'There are 10000 worlds already. DELETE one, or try again later.' }),
  ])
  expect(server.worlds.names).toHaveLength(mostWorlds)
  expect((await deleteFirst(server, inWorld('a'))).status).toBe(404)
})

test('makes and drops no world for a call that only looks, and for a preflight', async () => {
  await using server = await createPostsServer({ posts: 3 })
  await deleteFirst(server, inWorld('real'))
  for (const name of ['a', 'b', 'c']) {
    for (const path of ['state', 'journal', 'posts', 'faults', 'snapshot'])
      expect((await fetch(`${server.controlUrl}${path}?world=${name}`)).status).toBe(200)
    const preflight = { origin: 'http://app.test', 'access-control-request-method': 'POST' }
    await fetch(`${server.url}/posts`, { method: 'OPTIONS', headers: { ...inWorld(name), ...preflight } })
  }
  expect(server.worlds.names).toEqual(['real'])
  expect(await countOf(server, inWorld('real'))).toBe(2)
})

test('lets go of requests that hang in a world when it is dropped', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const world = server.worlds.get('a')
  world.faults.next('list', 'timeout')
  const hanging = fetch(`${server.url}/posts`, { headers: inWorld('a') })
  while (world.faults.settings.next.length > 0) await new Promise(setImmediate)
  server.worlds.drop('a')
  await expect(hanging).rejects.toThrow(TypeError)
})

test.each(['a', 'a'.repeat(100), 'checkout test #7 (chromium)', '../base', '__proto__'])(
  'takes %j for a name',
  async (name) => {
    await using server = await createPostsServer({ posts: 3 })
    await deleteFirst(server, inWorld(name))
    expect([await countOf(server, inWorld(name)), await countOf(server)]).toEqual([2, 3])
  },
)

test.each(['', 'a'.repeat(101), 'caf\u00e9'])('refuses %j as a name', async (name) => {
  await using server = await createPostsServer({ posts: 3 })
  const response = await fetch(`${server.url}/posts`, {
    headers: { ...inWorld(name), origin: 'http://app.test' },
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('access-control-allow-origin')).toBe('http://app.test')
  expect(await response.json()).toMatchObject({
    detail: expect.stringContaining('use 1 to 100 printable ASCII characters.'),
  })
  expect(() => server.worlds.get(name)).toThrow('Invalid world name')
})
