import { expect, test } from 'vitest'
import { setupPosts } from '../../../src/node.ts'

// What a client sees of each fault, as at a real server: test/src/node/fault-codes.test.ts.

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const creation = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"a","content":"b"}',
}
const start = () => setupPosts({ baseUrl, posts: 2 }).listen()

test('a status fails the operation with the error body of the profile, and nothing is done', async () => {
  using posts = start()
  posts.faults.next('create', { status: 503 })
  const response = await fetch(list, creation)
  expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: 503 })])
  expect(posts.posts.count).toBe(2)
  expect((await fetch(list, creation)).status).toBe(201)
})

test('a status may bring its own headers, each once, and the exact text of its body', async () => {
  using posts = start()
  const headers = { 'Retry-After': '7', 'Access-Control-Allow-Origin': 'https://only.example' }
  posts.faults.next('any', { status: 429, headers, body: '{"wait": 7}' })
  const response = await fetch(list, { headers: { origin: 'https://app.example' } })
  expect([response.status, await response.text()]).toEqual([429, '{"wait": 7}'])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '7',
    'content-type': 'application/json',
    'access-control-allow-origin': expect.not.stringContaining(','),
  })
})

test.each([204, 205, 304])('the status %i has no body', async (status) => {
  using posts = start()
  posts.faults.next('any', { status, body: '{}', headers: { etag: '"7"' } })
  const response = await fetch(list)
  expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([status, '', '"7"'])
})

test.each([
  ['network-error', 2],
  ['reply-lost', 3],
] as const)('%s rejects, and leaves %i posts', async (fault, count) => {
  using posts = start()
  posts.faults.next('create', fault)
  await expect(fetch(list, creation)).rejects.toThrow(new TypeError('fetch failed'))
  expect(posts.posts.count).toBe(count)
})

test('a truncated body breaks off in its middle; where there is none, the reply is lost', async () => {
  using posts = start()
  posts.faults.next('any', 'truncated', 2)
  const response = await fetch(list)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  await expect(fetch(`${list}/1`, { method: 'DELETE' })).rejects.toThrow('fetch failed')
  expect(posts.posts.count).toBe(1)
})

test.each(['GET', 'DELETE'])('a malformed reply to %s is not JSON', async (method) => {
  using posts = start()
  posts.faults.next('any', 'malformed')
  const response = await fetch(`${list}/1`, { method })
  const text = await response.text()
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(response.headers.get('content-type')).toMatch('application/json')
})

test.each(['none', 'reset', 'close'] as const)(
  'a timeout outlasts %s, until the sender gives up',
  async (end) => {
    using posts = start()
    posts.faults.next('list', 'timeout')
    const controller = new AbortController()
    let isOver = false
    const reply = fetch(list, { signal: controller.signal }).finally(() => (isOver = true))
    const failure = expect(reply).rejects.toThrow('given up')
    await expect.poll(() => posts.faults.settings.next).toEqual([])
    if (end !== 'none') await posts[end]()
    expect(isOver).toBe(false)
    controller.abort(new Error('given up'))
    await failure
  },
)

test('offline loses every request until it is mended', async () => {
  using posts = start()
  posts.faults.offline()
  await expect(fetch(list)).rejects.toThrow('fetch failed')
  await expect(fetch(list, creation)).rejects.toThrow('fetch failed')
  posts.faults.offline(false)
  expect((await fetch(list)).status).toBe(200)
  expect(posts.journal.requests.map(({ status }) => status)).toEqual([0, 0, 200])
})
