import { describe, expect, test } from 'vitest'
import { type PostsSetup, setupPosts } from '../../../src/node.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const creation = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"a","content":"b"}',
}

const senders: Record<string, (posts: PostsSetup) => typeof fetch> = {
  'an intercepted fetch': () => fetch,
  'mock.fetch': (posts) => posts.fetch,
}

describe.each(Object.entries(senders))('through %s', (_name, senderOf) => {
  const started = () => {
    const posts = setupPosts({ baseUrl, posts: 2 }).listen()
    return { posts, send: senderOf(posts), [Symbol.dispose]: posts.close }
  }

  test('a status fails the operation with the error body of the profile, and nothing is done', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('create', { status: 503 })
    const response = await send(list, creation)
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: 503 })])
    expect(posts.posts.count).toBe(2)
    expect((await send(list, creation)).status).toBe(201)
  })

  test('a status may bring its own headers and the exact text of its body', async () => {
    using context = started()
    const { posts, send } = context
    const fault = { status: 429, headers: { 'retry-after': '7' }, body: '{"wait": 7}' }
    posts.faults.next('any', fault)
    const response = await send(list)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      '{"wait": 7}',
    ])
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test.each([204, 205, 304])('the status %i has no body', async (status) => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('any', { status, body: '{}', headers: { etag: '"7"' } })
    const response = await send(list)
    expect([response.status, await response.text()]).toEqual([status, ''])
    expect(response.headers.get('etag')).toBe('"7"')
  })

  test.each([204, 503])('the status %i has each header once, whatever its case', async (status) => {
    using context = started()
    const { posts, send } = context
    const headers = { 'Access-Control-Allow-Origin': 'https://only.example' }
    posts.faults.next('any', { status, headers })
    const response = await send(list, { headers: { origin: 'https://app.example' } })
    expect(response.headers.get('access-control-allow-origin')).not.toContain(',')
  })

  test('a network error rejects, and nothing is done', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('create', 'network-error')
    await expect(send(list, creation)).rejects.toThrow(new TypeError('fetch failed'))
    expect(posts.posts.count).toBe(2)
  })

  test('a lost reply rejects after the operation was done', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('create', 'reply-lost')
    await expect(send(list, creation)).rejects.toThrow('fetch failed')
    expect(posts.posts.count).toBe(3)
  })

  test('a truncated body breaks off in its middle', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('list', 'truncated')
    const response = await send(list)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('where there is no body to truncate, the reply is lost', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('delete', 'truncated')
    await expect(send(`${list}/1`, { method: 'DELETE' })).rejects.toThrow('fetch failed')
    expect(posts.posts.count).toBe(1)
  })

  test('a malformed body is not JSON', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('read', 'malformed')
    const response = await send(`${list}/1`)
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(response.headers.get('content-type')).toMatch('application/json')
  })

  test('a malformed body comes also where the operation has none', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('delete', 'malformed')
    const text = await (await send(`${list}/1`, { method: 'DELETE' })).text()
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('a timeout lasts until the sender gives up', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('list', 'timeout')
    const controller = new AbortController()
    const failure = expect(send(list, { signal: controller.signal })).rejects.toThrow('given up')
    await expect.poll(() => posts.faults.settings.next).toEqual([])
    controller.abort(new Error('given up'))
    await failure
    expect(await posts.journal.waitFor('list')).toMatchObject({ status: 0 })
  })

  test.each(['reset', 'close'] as const)('a timeout outlasts %s, until the sender gives up', async (end) => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('list', 'timeout')
    const controller = new AbortController()
    let isOver = false
    const failure = expect(
      send(list, { signal: controller.signal }).finally(() => (isOver = true)),
    ).rejects.toThrow('given up')
    await expect.poll(() => posts.faults.settings.next).toEqual([])
    await posts[end]()
    expect(isOver).toBe(false)
    controller.abort(new Error('given up'))
    await failure
  })

  test('offline loses every request until it is mended', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.offline()
    await expect(send(list)).rejects.toThrow('fetch failed')
    await expect(send(list, creation)).rejects.toThrow('fetch failed')
    posts.faults.offline(false)
    expect((await send(list)).status).toBe(200)
    expect(posts.journal.requests.map(({ status }) => status)).toEqual([0, 0, 200])
  })
})
