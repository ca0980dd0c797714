import { expect, test } from 'vitest'
import { createLimitedServer } from '../../../src/server/create-posts-server.ts'
import { type ServerLimits, usualLimits } from '../../../src/server/limits.ts'
import { createPostsServer, type PostsServerOptions } from '../../../src/server.ts'

const json = { 'content-type': 'application/json' }

const mebibyte = 1024 * 1024

function limitedServer(options: PostsServerOptions, limits: Partial<ServerLimits>) {
  return createLimitedServer(options, { ...usualLimits, ...limits })
}

function post(title: string, content = ''): RequestInit {
  return { method: 'POST', headers: json, body: JSON.stringify({ title, content }) }
}

test('refuses an event stream too many, and takes one again when another has ended', async () => {
  await using server = await limitedServer({}, { streams: 2 })
  const url = `${server.controlUrl}stream`
  const leaving = new AbortController()
  await fetch(url, { signal: leaving.signal })
  await fetch(url)
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).detail]).toEqual([
    429,
    '1',
    'There are too many event streams; the limit is 2. Try again later.',
  ])
  leaving.abort()
  let { status } = await fetch(url)
  while (status === 429) status = (await fetch(url)).status
  expect(status).toBe(200)
})

test('refuses a post for which there is no memory, in every world, and takes it once others are gone', async () => {
  let now = 0
  await using server = await limitedServer({ posts: 0, now: () => now }, { memory: mebibyte })
  const large = post('a', 'a'.repeat(300_000))
  const statuses: number[] = []
  for (const world of ['a', 'b', 'c', 'd']) {
    const headers = { ...json, 'x-understudy-world': world }
    statuses.push((await fetch(`${server.url}/posts`, { ...large, headers })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 507])
  const refused = await fetch(`${server.url}/posts`, large)
  expect((await refused.json()).detail).toContain('the limit is 1 MiB')
  server.worlds.drop('a')
  now += 2000
  expect((await fetch(`${server.url}/posts`, large)).status).toBe(201)
})

test('lets one post be replaced more often than there is memory for', async () => {
  let now = 0
  await using server = await limitedServer({ posts: 1, now: () => (now += 2000) }, { memory: mebibyte })
  const large = { ...post('a', 'a'.repeat(300_000)), method: 'PUT' }
  for (let count = 0; count < 20; count++)
    expect((await fetch(`${server.url}/posts/1`, large)).status).toBe(200)
})

test('refuses posts that a control call would make beyond the memory', async () => {
  await using server = await limitedServer({ posts: 3 }, { memory: mebibyte })
  const seed = await fetch(`${server.controlUrl}seed`, { method: 'POST', body: '{"posts":1000000}' })
  const more = await fetch(`${server.controlUrl}more`, { method: 'POST', body: '{"posts":100000}' })
  expect([seed.status, more.status, server.posts.count]).toEqual([507, 507, 3])
})

test.each([
  ['a million fields', `{"latency":{${Array.from({ length: 1e5 }, (_, n) => `"k${n}":1`).join(',')}}}`],
  ['a hundred thousand faults', `{"next":[${Array.from({ length: 1e5 }, () => '0').join(',')}]}`],
  ['nesting', `{"latency":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['a number of many digits', `{"latency":{"any":${'9'.repeat(10_000)}}}`],
  ['more than a mebibyte', JSON.stringify({ latency: 'a'.repeat(2_000_000) })],
])('refuses a control body with %s at once', async (_case, body) => {
  await using server = await createPostsServer()
  const response = await fetch(`${server.controlUrl}faults`, { method: 'PUT', body })
  const text = await response.text()
  expect(response.status).toBe(413)
  expect(text.length).toBeLessThan(400)
})

test('lets no more requests fail beforehand than it can hold', async () => {
  await using server = await createPostsServer()
  const next = () =>
    fetch(`${server.controlUrl}faults/next`, {
      method: 'POST',
      body: '{"fault":{"status":503},"times":6000}',
    })
  expect([(await next()).status, (await next()).status]).toEqual([200, 413])
})

test.each(['/_understudy/', '/_understudy/nothing', '/_understudy/panel.js', '/'])(
  'lets no page of others show %s',
  async (path) => {
    await using server = await createPostsServer()
    const { headers } = await fetch(server.origin + path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(
      ['x-frame-options', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name)),
    ).toEqual(['DENY', 'nosniff', 'no-referrer'])
  },
)

test.each(['cross-site', 'same-site'])('refuses a request without an origin from a %s page', async (site) => {
  await using server = await createPostsServer()
  const { status } = await fetch(`${server.controlUrl}stream`, {
    headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' },
  })
  expect(status).toBe(403)
})
