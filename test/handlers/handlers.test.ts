import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import { createPostsMock } from '../../src/index.ts'
import { setupPosts } from '../../src/node.ts'

test('there is a handler for each operation, and one for the rest', () => {
  // As MSW and Storybook take them: not read-only.
  const parameters: { msw: RequestHandler[] } = {
    msw: createPostsMock({ baseUrl: 'https://a.test/v1' }).handlers,
  }
  expect(parameters.msw.map(({ info }) => info.header.replace('https://a.test/v1', ''))).toEqual([
    'GET /posts',
    'GET /posts/:id',
    'POST /posts',
    'PUT /posts/:id',
    'DELETE /posts/:id',
    '/.+/ ',
    '/.+/ /*',
  ])
})

test.each([
  [undefined, 'https://api.stripe.com/v1/charges', 'unhandled'],
  [undefined, 'https://api.stripe.com/v1', 'unhandled'],
  [undefined, 'https://api.example.com/x/v1/posts/1/comments', 404],
  [undefined, 'https://api.example.com/v1/a/v1/posts', 200],
  ['*/v1', 'https://api.stripe.com/v1/charges', 404],
  ['https://api.example.com:443/v1', 'https://api.example.com/v1/posts', 200],
  ['HTTPS://bücher.example/v1', 'https://xn--bcher-kva.example/v1/posts', 200],
  ['https://api.example.com/ä b(c)/v1', 'https://api.example.com/ä b(c)/v1/posts', 200],
  ['*/ä/v1', 'https://api.example.com/ä/v1/posts/1', 200],
] as const)('with the base URL %s the answer at %s is %s', async (baseUrl, url, expected) => {
  const options = { ...(baseUrl && { baseUrl }), onWarning() {} }
  const status = () =>
    fetch(url)
      .then((reply) => reply.status)
      .catch(() => 'unhandled')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = setupServer(...createPostsMock(options).handlers)
  server.listen({ onUnhandledFrame: 'error' })
  expect(await status()).toBe(expected)
  server.close()
  using _posts = setupPosts({ ...options, onUnhandledRequest: 'error' }).listen()
  expect(await status()).toBe(expected)
  vi.restoreAllMocks()
})
