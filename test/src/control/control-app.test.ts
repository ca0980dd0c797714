import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'

/** Calls the control API; the body is sent as the text it is, or as JSON. */
async function call(server: PostsServer, method: string, path: string, body?: unknown, headers = {}) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(server.controlUrl + path, { method, headers, body: sent ?? null })
  const text = await response.text()
  return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) }
}

test('lists what it can do', async () => {
  await using server = await createPostsServer()
  const { status, json } = await call(server, 'GET', '')
  expect(status).toBe(200)
  expect(json.routes).toEqual(
    expect.arrayContaining(['GET /_understudy/state', 'PUT /_understudy/worlds/:name']),
  )
  const { calls } = (await call(server, 'GET', 'reference')).json
  expect(calls.filter(({ about }: { about?: string }) => about === undefined)).toEqual([])
  expect(calls).toHaveLength(json.routes.length)
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

test('changes the faults that are named, lets what hangs hang, and ends all', async () => {
  await using server = await createPostsServer({ posts: 1 })
  const latency = { any: 5, read: { min: 1, max: 2 } }
  const next = [{ operation: 'read', fault: 'timeout' }]
  const first = await call(server, 'PATCH', 'faults', { latency, next })
  expect(first).toMatchObject({ status: 200, json: { offline: false, latency, next, rate: {} } })
  let outcome = 'hangs'
  const read = fetch(`${server.url}/posts/1`).catch(() => (outcome = 'let go'))
  await expect.poll(() => server.faults.settings.next).toEqual([])
  const rate = { create: { share: 1, fault: { status: 503 } } }
  await call(server, 'PATCH', 'faults', { latency: { list: 7 }, rate })
  const changed = { offline: false, latency: { ...latency, list: 7 }, next: [], rate }
  expect((await call(server, 'GET', 'faults')).json).toEqual(changed)
  expect([(await fetch(`${server.url}/posts`)).status, outcome]).toEqual([200, 'hangs'])
  expect(await call(server, 'DELETE', 'faults')).toMatchObject({ status: 204, text: '' })
  await read
  await call(server, 'POST', 'faults/next', { operation: 'read', fault: { status: 503 }, times: 2 })
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await fetch(`${server.url}/posts/1`)).status)
  expect([...statuses, server.faults.idle]).toEqual([503, 503, 200, false])
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
  expect(server.worlds.names).toEqual(['b'])
})

test.each([
  ['PATCH', 'faults', '{', 'The body is not JSON: '],
  ['PATCH', 'faults', [], 'The body is not an object. Send { "latency": { "any": { "min": 100'],
  ['PATCH', 'faults', { offline: 'yes' }, '"offline" is not as expected'],
  ['PATCH', 'faults', { lateny: 1 }, 'Failed to set a fault: '],
  ['POST', 'faults/next', { fault: { status: 500, headers: { 'a b': 'c' } } }, 'fault.headers" is not'],
  ['POST', 'faults/next', { fault: { status: 500, headers: { 'Transfer-Encoding': 'gzip' } } }, 'is not as'],
  ['POST', 'posts', { title: 'Tea' }, 'title and content must be strings'],
  ['POST', 'scenarios/sloww', undefined, 'Unknown scenario "sloww". Scenarios: normal, slow, '],
  ['PUT', 'snapshot', {}, '"posts" is not as expected'],
  ['PUT', 'snapshot', { posts: [], users: [] }, '"users" is not as expected. Give { "posts": ['],
  ['PUT', 'snapshot', { posts: [{ id: 'x', title: '', content: '' }] }, '"posts.0.id" is not as expected'],
  ['PUT', 'snapshot', { posts: [], ids: { drawn: -1 } }, '"ids.drawn" is not as expected'],
  ['PUT', 'profile', '"nope"', 'unknown preset "nope"'],
  ['GET', `faults?world=${'a'.repeat(101)}`, undefined, 'Invalid world name'],
])('refuses %s %s with %o, and changes nothing', async (method, path, body, words) => {
  await using server = await createPostsServer({ posts: 3 })
  const before = [server.snapshot(), server.faults.settings, server.profile]
  const { status, json } = await call(server, method, path, body)
  expect([status, json.detail]).toEqual([400, expect.stringContaining(words)])
  expect([server.snapshot(), server.faults.settings, server.profile]).toEqual(before)
})

test.each([
  ['GET', 'nothing'],
  ['POST', 'faults'],
  ['POST', 'journal/9/again'],
  ['DELETE', 'posts/99'],
  ['DELETE', 'worlds/a'],
])('answers %s %s with 404', async (method, path) => {
  await using server = await createPostsServer()
  expect((await call(server, method, path)).status).toBe(404)
})

test.each([
  ['POST', '/posts', '{}', ['input.required', 'input.invalid-status', 'input.invalid-body', 'error.body']],
  ['GET', '/posts', undefined, ['list.order', 'list.page-size']],
  ['GET', '/posts/1', undefined, []],
  ['PUT', '/posts/1', '{"title":"a","content":"b"}', ['replace.status', 'replace.body', 'post.extra-fields']],
  ['DELETE', '/posts/2', undefined, ['delete.status']],
  ['DELETE', '/posts/99', undefined, ['delete.missing', 'error.body']],
])(
  'tells which choices shaped the reply to %s %s, and answers it again',
  async (method, path, body, shaped) => {
    await using server = await createPostsServer({ posts: 3, onWarning() {} })
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(server.url + path, { method, headers, body: body ?? null })
    const count = server.posts.count
    expect((await call(server, 'GET', 'journal/1/shaping')).json.choices).toEqual(shaped)
    expect([server.posts.count, server.journal.count]).toEqual([count, 1])
    const again = await call(server, 'POST', 'journal/1/again')
    expect(again.json.status).toBe(path === '/posts/2' ? 404 : status)
  },
)

test('tells what shaped a reply behind credentials, which it does not know, and nothing of a fault', async () => {
  await using server = await createPostsServer({ profile: { 'access.credentials': 'bearer' }, posts: 1 })
  await fetch(`${server.url}/posts/99`, { headers: { authorization: 'Bearer s3cret' } })
  await fetch(`${server.url}/posts/99`)
  server.faults.next('read', { status: 503 })
  await fetch(`${server.url}/posts/99`)
  const shaping = async (number: number) =>
    (await call(server, 'GET', `journal/${number}/shaping`)).json.choices.toSorted()
  expect(await shaping(1)).toEqual(['error.body'])
  expect(await shaping(2)).toEqual(['access.credentials', 'error.body'])
  expect(await shaping(3)).toEqual([])
})

test('enters every scenario, and recognises those of the network', async () => {
  await using server = await createPostsServer({ posts: 2, latency: 5 })
  for (const { id, faults } of (await call(server, 'GET', 'reference')).json.scenarios) {
    server.faults.next('any', 'timeout')
    expect((await call(server, 'POST', `scenarios/${id}`)).status).toBe(204)
    if (faults) expect((await call(server, 'GET', 'state')).json.scenario).toBe(id)
  }
  expect(server.posts.exact.read(2n ** 53n + 1n)?.title).toBe('An id beyond 2^53')
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
