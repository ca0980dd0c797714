import { createServer } from 'node:http'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { setupPosts } from '../../../src/node.ts'
import { listen } from '../../support/listen.ts'

const real = await listen(createServer((_request, response) => response.end('real')))
const elsewhere = real.origin
afterEach(() => void vi.restoreAllMocks())
afterAll(real.close)

const baseUrl = 'https://api.example.com/v1'

test.each([
  ['bypass', '/v2/posts', 0],
  ['near-miss', '/users', 0],
  ['near-miss', '/posts/1/comments', 0],
  ['near-miss', '/v2/posts', 1],
  [undefined, '/v2/posts/7/', 1],
] as const)(
  'with %s a request that is not below the base URL reaches the network at %s with %i warnings',
  async (onUnhandledRequest, path, warnings) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    using posts = setupPosts({ baseUrl, ...(onUnhandledRequest && { onUnhandledRequest }) }).listen()
    for (const query of ['', '?token=secret'])
      expect(await (await fetch(elsewhere + path + query)).text()).toBe('real')
    const words = `GET ${elsewhere}${path} looks like a request for posts and was left to the network: it is not below the base URL "${baseUrl}".`
    expect(warn.mock.calls).toEqual(Array(warnings).fill([expect.stringContaining(words)]))
    expect(posts.journal.requests).toEqual([])
  },
)

test('a request that is not below the base URL meets the strictest of the mocks that listen', async () => {
  using _mild = setupPosts({ baseUrl, onUnhandledRequest: 'bypass' }).listen()
  {
    using _strict = setupPosts({ baseUrl: 'https://b.test/v1', onUnhandledRequest: 'error' }).listen()
    await expect(fetch(elsewhere)).rejects.toThrow('fetch failed')
  }
  expect(await (await fetch(elsewhere)).text()).toBe('real')
})

const strict = { baseUrl, strict: true, onWarning: () => {} }

test('in strict mode reset throws what left the interface, once, and resets all the same', async () => {
  using posts = setupPosts(strict).listen()
  expect((await fetch(`${baseUrl}/posts?page=2`)).status).toBe(501)
  await posts.posts.delete(1)
  expect(() => posts.reset()).toThrow(expect.objectContaining({ code: 'OUTSIDE_INTERFACE' }))
  expect(posts.posts.count).toBe(25)
  expect(() => posts.reset()).not.toThrow()
})

test('in strict mode close throws what left the interface, once, and closes all the same', async () => {
  const posts = setupPosts({ ...strict, baseUrl: `${elsewhere}/v1` }).listen()
  await fetch(`${elsewhere}/v1/posts`, { method: 'PATCH' })
  expect(() => posts.close()).toThrow(/PATCH .* the document has no PATCH/)
  expect(await (await fetch(`${elsewhere}/v1/posts`)).text()).toBe('real')
  expect(() => posts.close()).not.toThrow()
})
