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

  test('a status may bring its own headers, each once, and the exact text of its body', async () => {
    using context = started()
    const { posts, send } = context
    const headers = { 'Retry-After': '7', 'Access-Control-Allow-Origin': 'https://only.example' }
    posts.faults.next('any', { status: 429, headers, body: '{"wait": 7}' })
    const response = await send(list, { headers: { origin: 'https://app.example' } })
    expect([response.status, await response.text()]).toEqual([429, '{"wait": 7}'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '7',
      'content-type': 'application/json',
      'access-control-allow-origin': expect.not.stringContaining(','),
    })
  })

  test.each([204, 205, 304])('the status %i has no body', async (status) => {
    using context = started()
    context.posts.faults.next('any', { status, body: '{}', headers: { etag: '"7"' } })
    const response = await context.send(list)
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([
      status,
      '',
      '"7"',
    ])
  })

  test.each([
    ['network-error', 2],
    ['reply-lost', 3],
  ] as const)('%s rejects, and leaves %i posts', async (fault, count) => {
    using context = started()
    context.posts.faults.next('create', fault)
    await expect(context.send(list, creation)).rejects.toThrow(new TypeError('fetch failed'))
    expect(context.posts.posts.count).toBe(count)
  })

  test('a truncated body breaks off in its middle; where there is none, the reply is lost', async () => {
    using context = started()
    const { posts, send } = context
    posts.faults.next('any', 'truncated', 2)
    const response = await send(list)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    await expect(send(`${list}/1`, { method: 'DELETE' })).rejects.toThrow('fetch failed')
    expect(posts.posts.count).toBe(1)
  })

  test.each(['GET', 'DELETE'])('a malformed reply to %s is not JSON', async (method) => {
    using context = started()
    context.posts.faults.next('any', 'malformed')
    const response = await context.send(`${list}/1`, { method })
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(response.headers.get('content-type')).toMatch('application/json')
  })

  test.each(['none', 'reset', 'close'] as const)(
    'a timeout outlasts %s, until the sender gives up',
    async (end) => {
      using context = started()
      const { posts, send } = context
      posts.faults.next('list', 'timeout')
      const controller = new AbortController()
      let isOver = false
      const failure = expect(
        send(list, { signal: controller.signal }).finally(() => (isOver = true)),
      ).rejects.toThrow('given up')
      await expect.poll(() => posts.faults.settings.next).toEqual([])
      if (end !== 'none') await posts[end]()
      expect(isOver).toBe(false)
      controller.abort(new Error('given up'))
      await failure
    },
  )

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
