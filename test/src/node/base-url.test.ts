import { describe, expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { setupPosts } from '../../../src/node.ts'

/** For each base URL: addresses that are below it, with what is below; and addresses that are not. */
const table: Record<string, { below: Record<string, string>; elsewhere: string[] }> = {
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
  'http://localhost:3000': {
    below: { 'http://localhost:3000/posts': '/posts', 'http://localhost:3000/': '/' },
    elsewhere: ['http://localhost/posts', 'http://127.0.0.1:3000/posts'],
  },
  'http://[::1]:3000/v1': { below: { 'http://[::1]:3000/v1/posts': '/posts' }, elsewhere: [] },
  'https://api.example.com/a%20b(c)/v1': {
    below: { 'https://api.example.com/a%20b(c)/v1/posts': '/posts' },
    elsewhere: ['https://api.example.com/a/v1/posts'],
  },
  '/v1': {
    below: { 'http://localhost:3000/v1/posts': '/posts' },
    elsewhere: ['http://localhost:3000/v10/posts', 'http://localhost:3000/api/v1/posts'],
  },
  '/': { below: { 'http://localhost:3000/posts': '/posts' }, elsewhere: [] },
  '*/api/v1': {
    below: {
      'http://localhost:3000/api/v1/posts': '/posts',
      'https://any.example/deep/er/api/v1/posts/7': '/posts/7',
    },
    elsewhere: ['https://any.example/posts', 'https://any.example/myapi/v1/posts'],
  },
}

const listenAt = (baseUrl: string) =>
  setupPosts({ baseUrl, onUnhandledRequest: 'error', onWarning: () => {} }).listen()

describe.each(Object.entries(table))('the base URL %s', (base, { below, elsewhere }) => {
  test.each(Object.entries(below))('has %s below it, as %j', async (address, path) => {
    using posts = listenAt(base)
    const expected = (await posts.fetch(address)).status
    expect((await fetch(address)).status).toBe(expected)
    expect(posts.journal.requests.map((entry) => entry.path)).toEqual([path, path])
  })

  test.each(elsewhere)('does not have %s below it', async (address) => {
    using posts = listenAt(base)
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
