import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { setupPosts } from '../../../src/node.ts'

/** For each base URL, or none: addresses that are below it, with what is below; and addresses that are not. */
const table: Record<string, { below: Record<string, string>; elsewhere?: string[] }> = {
  '': {
    below: {
      'https://api.example.com/x/v1/posts/1/comments': '/posts/1/comments',
      'https://api.example.com/v1/a/v1/posts': '/posts',
    },
    elsewhere: ['https://api.stripe.com/v1/charges', 'https://api.stripe.com/v1'],
  },
  '*/v1': { below: { 'https://api.stripe.com/v1/charges': '/charges' } },
  '*/ä/v1': { below: { 'https://api.example.com/ä/v1/posts/1': '/posts/1' } },
  'https://api.example.com/v1/': {
    below: {
      'https://api.example.com/v1/posts/': '/posts/',
      'https://api.example.com/v1/posts/7?x=/v1/posts': '/posts/7',
      'HTTPS://API.EXAMPLE.COM:443/v1/posts': '/posts',
      'https://api.example.com/v1': '',
      'https://api.example.com/v2/../v1/posts': '/posts',
    },
    elsewhere: [
      'https://api.example.com/posts',
      'https://api.example.com/v10/posts',
      'https://api.example.com/V1/posts',
      'https://api.example.com/x/v1/posts',
      'https://api.example.com:8443/v1/posts',
      'http://api.example.com/v1/posts',
      'https://api.example.com.evil.test/v1/posts',
    ],
  },
  'https://api.example.com:443/v1': { below: { 'https://api.example.com/v1/posts': '/posts' } },
  'HTTPS://bücher.example/v1': { below: { 'https://xn--bcher-kva.example/v1/posts': '/posts' } },
  'https://api.example.com/ä b(c)/v1': { below: { 'https://api.example.com/ä b(c)/v1/posts': '/posts' } },
  'http://localhost:3000': {
    below: { 'http://localhost:3000/posts': '/posts', 'http://localhost:3000/': '/' },
    elsewhere: ['http://localhost/posts', 'http://127.0.0.1:3000/posts'],
  },
  'http://[::1]:3000/v1': { below: { 'http://[::1]:3000/v1/posts': '/posts' } },
  'https://api.example.com/a%20b(c)/v1': {
    below: { 'https://api.example.com/a%20b(c)/v1/posts': '/posts' },
    elsewhere: ['https://api.example.com/a/v1/posts'],
  },
  '/v1': {
    below: { 'http://localhost:3000/v1/posts': '/posts' },
    elsewhere: ['http://localhost:3000/v10/posts', 'http://localhost:3000/api/v1/posts'],
  },
  '/': { below: { 'http://localhost:3000/posts': '/posts' } },
  '*/api/v1': {
    below: {
      'http://localhost:3000/api/v1/posts': '/posts',
      'https://any.example/deep/er/api/v1/posts/7': '/posts/7',
    },
    elsewhere: ['https://any.example/posts', 'https://any.example/myapi/v1/posts'],
  },
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

describe.each(Object.entries(table))('the base URL %j', (base, { below, elsewhere = [] }) => {
  const options = { ...(base && { baseUrl: base }), onWarning() {} }
  const start = () => setupPosts({ ...options, onUnhandledRequest: 'error' }).listen()

  /** The status that MSW's own server answers with the handlers; 0 where none is for the address. */
  async function statusByMsw(address: string): Promise<number> {
    const server = setupServer(...createPostsMock(options).handlers)
    server.listen({ onUnhandledFrame: 'error' })
    const { status } = await fetch(address).catch(() => Response.error())
    server.close()
    return status
  }

  test.each(Object.entries(below))('has %s below it, as %j', async (address, path) => {
    const byMsw = await statusByMsw(address)
    using posts = start()
    const expected = (await posts.fetch(address)).status
    expect([(await fetch(address)).status, byMsw]).toEqual([expected, expected])
    expect(posts.journal.requests.map((entry) => entry.path)).toEqual([path, path])
  })

  test.each(elsewhere)('does not have %s below it', async (address) => {
    expect(await statusByMsw(address)).toBe(0)
    using posts = start()
    await expect(fetch(address)).rejects.toMatchObject({ cause: { code: 'OUTSIDE_BASE_URL' } })
    await expect(posts.fetch(address)).rejects.toMatchObject({ code: 'OUTSIDE_BASE_URL' })
    expect(posts.journal.requests).toEqual([])
  })
})

test.each([
  '',
  'api.example.com/v1',
  'ftp://api.example.com/v1',
  'https://',
  'https://api.example.com/v1?x=1',
  'https://api.example.com/v1#top',
  '*v1',
  '//api.example.com/v1',
])('the base URL %j is refused', (baseUrl) => {
  expect(() => createPostsMock({ baseUrl })).toThrow(expect.objectContaining({ code: 'BASE_URL_INVALID' }))
})

test('a relative address given to mock.fetch counts from http://localhost where there is no page', async () => {
  const mock = createPostsMock({ baseUrl: '/v1', posts: 1 })
  const response = await mock.fetch('/v1/posts')
  expect([response.status, response.url]).toEqual([200, 'http://localhost/v1/posts'])
})
