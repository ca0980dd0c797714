import { expect, test } from 'vitest'
import type { PartialProfile } from '../../../handlers/choices/profile.ts'
import { createPostsMock, type PostsMock, type PostsMockOptions } from '../../../src/index.ts'

const url = 'http://posts.test/v1/posts'
const json = { 'content-type': 'application/json' }
const post = { method: 'POST', body: '{"title":"a","content":"b"}' }

function mockOf(profile: PartialProfile, options: Partial<PostsMockOptions> = {}) {
  return createPostsMock({ baseUrl: 'http://posts.test/v1', posts: 5, profile, onWarning() {}, ...options })
}

async function statusOf(mock: PostsMock, headers = {}, init: RequestInit = {}): Promise<number> {
  return (await mock.fetch(url, { ...init, headers: { ...json, ...headers } })).status
}

const basic = `Basic ${Buffer.from('ann:pässword').toString('base64')}`

test.each([
  ['bearer', 'secret', { authorization: 'Bearer secret' }, 'Bearer'],
  ['basic', 'ann:pässword', { authorization: basic }, 'Basic'],
  [{ header: 'x-api-key' }, 'secret', { 'x-api-key': 'secret' }, 'ApiKey'],
] as const)('a request needs %o', async (needed, credentials, headers, scheme) => {
  const profile = { 'access.credentials': needed }
  const mock = mockOf(profile, { credentials })
  const refused = await mock.fetch(url)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe(`${scheme} realm="posts"`)
  expect(await statusOf(mock, headers)).toBe(200)
  expect(await statusOf(mockOf(profile, { credentials: 'other:other' }), headers)).toBe(401)
  expect(await statusOf(mockOf(profile), headers)).toBe(200)
})

test('credentials may be needed for writes alone, and their lack answered with 403', async () => {
  const mock = mockOf({ 'access.credentials': { scheme: 'bearer', guards: 'writes', status: 403 } })
  expect(await statusOf(mock)).toBe(200)
  expect(await statusOf(mock, {}, post)).toBe(403)
  expect(await statusOf(mock, { authorization: 'Bearer any' }, post)).toBe(201)
})

test('credentials stand in no reply and no journal, whatever their header is called', async () => {
  for (const name of ['authorization', 'x-team']) {
    const needed = name === 'x-team' ? { header: name } : 'bearer'
    const mock = mockOf({ 'access.credentials': needed }, { credentials: 'hush' })
    const reply = await mock.fetch(url, { headers: { [name]: 'Bearer not-hush-at-all' } })
    await mock.fetch(url, { headers: { [name]: 'hush' } })
    expect(await reply.text()).not.toContain('hush')
    expect(JSON.stringify(mock.journal.requests)).not.toContain('hush')
  }
})

test('a client may send so many requests in a window of the mock clock', async () => {
  let now = 1_000_000
  const mock = mockOf({ 'limit.requests': { requests: 2, seconds: 10 } }, { now: () => now })
  expect([await statusOf(mock), await statusOf(mock)]).toEqual([200, 200])
  now += 4000
  const refused = await mock.fetch(url)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
  now += 6000
  expect(await statusOf(mock)).toBe(200)
})

test('a limit that is lowered below what was served holds at once', async () => {
  const mock = mockOf({ 'limit.requests': { requests: 9, seconds: 10 } })
  expect([await statusOf(mock), await statusOf(mock)]).toEqual([200, 200])
  mock.useProfile({ 'limit.requests': { requests: 1, seconds: 10 } })
  expect(await statusOf(mock)).toBe(429)
})

test('OPTIONS needs no credentials, meets no fault, and does not count, though a page sends no headers with it', async () => {
  const profile = { 'access.credentials': 'bearer', 'limit.requests': { requests: 1, seconds: 10 } } as const
  const mock = mockOf(profile, { latency: 600_000 })
  mock.faults.next('any', { status: 503 })
  expect(await statusOf(mock, {}, { method: 'OPTIONS' })).toBe(204)
  expect([mock.journal.count, mock.faults.settings.next.length]).toEqual([0, 1])
  mock.faults.clear()
  expect(await statusOf(mock, { authorization: 'Bearer any' })).toBe(200)
})

test('what takes longer than the service allows is answered with 504, and not done', async () => {
  const mock = mockOf({ 'limit.time': 10 }, { latency: 50 })
  expect(await statusOf(mock, {}, post)).toBe(504)
  expect(mock.posts.list()).toHaveLength(5)
  mock.faults.clear()
  mock.faults.next('list', 'timeout')
  expect(await statusOf(mock)).toBe(504)
})

test.each([
  ['POST', '/posts', 'create.status', '/v1/posts/6'],
  ['PUT', '/posts/2', 'replace.status', '/v1/posts/2'],
  ['DELETE', '/posts/2', 'delete.status', '/v1/posts'],
] as const)('a %s that answers 303 leads to %s', async (method, path, choice, location) => {
  const mock = mockOf({ [choice]: 303, 'delete.body': 'none' })
  const body = method === 'DELETE' ? null : post.body
  const send = (redirect: RequestRedirect) =>
    mock.fetch(`http://posts.test/v1${path}`, { method, body, headers: json, redirect })
  expect(await send('follow')).toMatchObject({ status: 200, url: `http://posts.test${location}` })
  mock.reset()
  const reply = await send('manual')
  expect([reply.status, reply.headers.get('location')]).toEqual([303, location])
  mock.reset()
  await expect(send('error')).rejects.toThrow('fetch failed')
})
