import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { callControl as call } from '../../support/control-client.ts'

test('lists what it can do', async () => {
  await using server = await createPostsServer()
  const { status, json } = await call(server, 'GET', '')
  expect(status).toBe(200)
  expect(json.routes).toEqual([
    'GET /_understudy',
    'GET /_understudy/state',
    'POST /_understudy/reset',
    'POST /_understudy/scenarios/:id',
    'GET /_understudy/reference',
    'GET /_understudy/journal',
    'DELETE /_understudy/journal',
    'GET /_understudy/journal/:number/shaping',
    'POST /_understudy/journal/:number/again',
    'GET /_understudy/profile',
    'PUT /_understudy/profile',
    'PATCH /_understudy/profile',
    'DELETE /_understudy/profile',
    'GET /_understudy/worlds',
    'PUT /_understudy/worlds/:name',
    'DELETE /_understudy/worlds/:name',
    'GET /_understudy/posts',
    'POST /_understudy/posts',
    'PUT /_understudy/posts/:id',
    'DELETE /_understudy/posts/:id',
    'GET /_understudy/snapshot',
    'PUT /_understudy/snapshot',
    'GET /_understudy/faults',
    'PATCH /_understudy/faults',
    'POST /_understudy/faults/next',
    'DELETE /_understudy/faults',
  ])
})

test('resets posts, faults, profile and journal', async () => {
  await using server = await createPostsServer({ posts: 3 })
  await fetch(`${server.url}/posts/1`, { method: 'DELETE' })
  server.faults.offline()
  server.useProfile('minimal')
  expect(await call(server, 'POST', 'reset')).toMatchObject({ status: 200, json: { posts: 3 } })
  expect([server.posts.count, server.faults.settings.offline]).toEqual([3, false])
  expect([server.profile['create.body'], server.journal.requests]).toEqual(['post', []])
})

test('takes a snapshot and goes back to it, ids beyond 2^53 exact', async () => {
  const posts = [{ id: 2n ** 63n - 1n, title: 'Tea', content: 'Kenya' }]
  await using server = await createPostsServer({ posts })
  const before = await call(server, 'GET', 'snapshot')
  expect(before.text).toContain('{"id":9223372036854775807,"title":"Tea","content":"Kenya"}')
  await server.posts.delete(2n ** 63n - 1n)
  expect(await call(server, 'PUT', 'snapshot', before.text)).toMatchObject({
    status: 200,
    json: { posts: 1 },
  })
  expect(server.posts.exact.list()).toEqual(posts)
})

test('sets, tells and ends faults', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const settings = {
    offline: false,
    latency: { any: 5, read: { min: 1, max: 2 } },
    next: [{ operation: 'create', fault: 'timeout' }],
    rate: { list: { share: 0.5, fault: { status: 503, headers: { 'retry-after': '1' }, body: '{}' } } },
  }
  expect(await call(server, 'PATCH', 'faults', settings)).toMatchObject({ status: 200, json: settings })
  expect((await call(server, 'GET', 'faults')).json).toEqual(settings)
  expect(await call(server, 'DELETE', 'faults')).toMatchObject({ status: 204, text: '' })
  expect(server.faults.idle).toBe(true)
})

test('changes the faults that are named, and lets what hangs hang', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await call(server, 'PATCH', 'faults', {
    latency: { any: 5 },
    next: [{ operation: 'read', fault: 'timeout' }],
  })
  let outcome = 'hangs'
  const read = fetch(`${server.url}/posts/1`).catch(() => (outcome = 'let go'))
  await expect.poll(() => server.faults.settings.next).toEqual([])
  const rate = { create: { share: 1, fault: { status: 503 } } }
  expect(await call(server, 'PATCH', 'faults', { latency: { list: 7 }, rate })).toMatchObject({
    status: 200,
    json: { offline: false, latency: { any: 5, list: 7 }, next: [], rate },
  })
  expect((await call(server, 'PATCH', 'faults', { rate: {}, offline: 'no' })).status).toBe(400)
  expect([(await fetch(`${server.url}/posts`)).status, outcome]).toEqual([200, 'hangs'])
  server.faults.clear()
  await read
})

test('lets the next requests fail', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await call(server, 'POST', 'faults/next', { operation: 'read', fault: { status: 503 }, times: 2 })
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await fetch(`${server.url}/posts/1`)).status)
  expect(statuses).toEqual([503, 503, 200])
})

test('follows another profile, and tells the choices', async () => {
  await using server = await createPostsServer({ posts: 1 })
  expect((await call(server, 'PUT', 'profile', '"json-server"')).json['delete.status']).toBe(200)
  expect((await call(server, 'PUT', 'profile', { 'delete.status': 202 })).json['delete.status']).toBe(202)
  expect((await call(server, 'PATCH', 'profile', { 'create.status': 200 })).json).toMatchObject({
    'delete.status': 202,
    'create.status': 200,
  })
  expect((await call(server, 'PATCH', 'profile', '"json-server"')).status).toBe(400)
  expect((await call(server, 'PUT', 'profile', { 'delete.status': 202 })).json['create.status']).toBe(201)
  expect((await call(server, 'GET', 'profile')).json).toEqual(server.profile)
  const { json } = await call(server, 'GET', 'reference')
  expect(Object.keys(json.presets)).toContain('json-server')
  expect(json.choices.find(({ id }: { id: string }) => id === 'delete.status').answers).toEqual([
    204, 200, 202,
  ])
  expect((await call(server, 'DELETE', 'profile')).status).toBe(200)
  expect(server.profile['delete.status']).toBe(204)
})

test('acts on the world that the header or the query names', async () => {
  await using server = await createPostsServer({ posts: 3 })
  await call(server, 'POST', 'reset?world=a')
  await call(server, 'POST', 'reset', undefined, { 'x-understudy-world': 'b' })
  expect(server.posts.count).toBe(3)
  const { json } = await call(server, 'GET', 'worlds')
  expect(json.worlds).toEqual([
    { name: 'a', posts: 3, usedAt: expect.any(Number) },
    { name: 'b', posts: 3, usedAt: expect.any(Number) },
  ])
  expect((await call(server, 'DELETE', 'worlds/a')).status).toBe(204)
  expect(await call(server, 'DELETE', 'worlds/a')).toMatchObject({
    status: 404,
    json: { detail: 'World "a" does not exist.' },
  })
  expect(server.worlds.names).toEqual(['b'])
})

test.each([
  ['PATCH', 'faults', '{', 'The body is not JSON: '],
  ['PATCH', 'faults', [], 'The body is not an object. Send { "latency": { "list": 300 } }.'],
  ['PATCH', 'faults', { offline: 'yes' }, '"offline" is not as expected'],
  ['PATCH', 'faults', { lateny: 1 }, 'Failed to set a fault: '],
  [
    'POST',
    'faults/next',
    { fault: { status: 500, headers: { 'a b': 'c' } } },
    '"next.0.fault.headers" is not',
  ],
  ['POST', 'faults/next', { fault: { status: 500, headers: { 'Transfer-Encoding': 'gzip' } } }, 'is not as'],
  ['POST', 'posts', { title: 'Tea' }, 'title and content must be strings'],
  ['POST', 'scenarios/sloww', undefined, 'Unknown scenario "sloww". Scenarios: normal, slow, '],
  ['PUT', 'snapshot', {}, '"posts" is not as expected'],
  ['PUT', 'snapshot', { posts: [], users: [] }, '"users" is not as expected. Give { "posts": ['],
  ['PUT', 'snapshot', { posts: [{ id: 'x', title: '', content: '' }] }, '"posts.0.id" is not as expected'],
  ['PUT', 'snapshot', { posts: [], ids: { drawn: -1 } }, '"ids.drawn" is not as expected'],
  ['PUT', 'profile', '"nope"', 'there is no preset "nope"'],
  ['PUT', 'profile', { 'create.status': 999 }, '"create.status" is 999.'],
  ['GET', `faults?world=${'a'.repeat(101)}`, undefined, 'Invalid world name'],
])('refuses %s %s with %o, and changes nothing', async (method, path, body, words) => {
  await using server = await createPostsServer({ posts: 3 })
  const before = [server.snapshot(), server.faults.settings, server.profile]
  const { status, json } = await call(server, method, path, body)
  expect([status, json.detail]).toEqual([400, expect.stringContaining(words)])
  expect([server.snapshot(), server.faults.settings, server.profile]).toEqual(before)
})

test('answers an unknown path or method with 404', async () => {
  await using server = await createPostsServer()
  for (const [method, path] of [
    ['GET', 'nothing'],
    ['GET', 'worlds/a/b'],
    ['POST', 'faults'],
  ] as const)
    expect(await call(server, method, path)).toMatchObject({ status: 404 })
})

test('answers a request of the journal once more', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await fetch(`${server.url}/posts/1`, { method: 'DELETE' })
  const { json } = await call(server, 'POST', 'journal/1/again')
  expect([json.status, server.journal.requests.length]).toEqual([404, 2])
  expect((await call(server, 'POST', 'journal/9/again')).status).toBe(404)
})

test('is none of the operations: it stands in no journal and meets no fault', async () => {
  await using server = await createPostsServer()
  server.faults.offline()
  expect((await call(server, 'GET', 'faults')).json.offline).toBe(true)
  expect(server.journal.requests).toEqual([])
})

test('waits for the next state, and answers what waits when it closes', async () => {
  const server = await createPostsServer({ posts: 3 })
  const state = async (query = '') => (await call(server, 'GET', `state${query}`)).json
  const first = await state()
  expect(first).toMatchObject({ posts: 3, requests: 0, scenario: 'normal' })
  const second = state(`?after=${first.revision}`)
  await server.posts.delete(1)
  expect(await second).toMatchObject({ posts: 2, version: first.version + 1 })
  const third = state(`?after=${(await state()).revision}`)
  await fetch(`${server.url}/posts`)
  expect(await third).toMatchObject({ requests: 1, latest: 1 })
  const last = state(`?after=${(await state()).revision}`)
  // It has no sign for having come.
  await pause(100)
  await server.close()
  expect(await last).toMatchObject({ posts: 2 })
})

test('adds, replaces and removes posts directly, with exact ids', async () => {
  await using server = await createPostsServer({ posts: 1, profile: { 'input.empty': 'refused' } })
  server.faults.offline()
  const { json } = await call(server, 'POST', 'posts', { title: '', content: 'b' })
  expect(json).toEqual({ id: 2, title: '', content: 'b' })
  expect((await call(server, 'PUT', 'posts/2', { title: 'c', content: 'd' })).json.title).toBe('c')
  expect((await call(server, 'DELETE', 'posts/1')).status).toBe(204)
  expect(server.journal.requests).toEqual([])
})

test('shows the requests after a given one, without their secrets', async () => {
  await using server = await createPostsServer({ posts: 1, onWarning: () => {} })
  await fetch(`${server.url}/posts`)
  const headers = { authorization: 'Bearer s3cret', 'x-api-key': 's3cret' }
  await fetch(`${server.url}/posts/1?token=s3cret&page=2`, { headers })
  const { json, text } = await call(server, 'GET', 'journal?after=1')
  expect(json.requests).toMatchObject([{ operation: 'read', query: '?token=[redacted]&page=2', status: 200 }])
  expect(text).not.toContain('s3cret')
})
