import { createServer } from 'node:http'
import { bypass, HttpResponse, http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import { createPostsMock, type PostsMockOptions } from '../../src/index.ts'
import { setupPosts } from '../../src/node.ts'
import { listen } from '../support/listen.ts'

const baseUrl = 'https://api.example.com/v1'
const comments = `${baseUrl}/posts/1/comments`

const handlers = [
  http.get('*/posts/:id/comments', ({ params }) => HttpResponse.json([params.id])),
  http.post('*/posts/:id/comments', async ({ request }) => HttpResponse.json(await request.json())),
  http.get('https://users.test/me', () => HttpResponse.json({ name: 'Ann' })),
  http.get('*/posts', ({ request }) => (request.url.includes('?') ? HttpResponse.json([]) : undefined)),
]

function mockOf(options: PostsMockOptions = {}) {
  return createPostsMock({ baseUrl, posts: 2, handlers, onWarning() {}, ...options })
}

test.each([comments, 'https://users.test/me'])(
  '%s has the CORS headers, faults and journal of the mock',
  async (url) => {
    const mock = mockOf()
    const headers = { origin: 'https://app.test' }
    const reply = await mock.fetch(url, { headers })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://app.test',
    ])
    const asked = { 'access-control-request-method': 'PATCH' }
    const preflight = await mock.fetch(url, { method: 'OPTIONS', headers: { ...headers, ...asked } })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'PATCH'])
    mock.faults.next('any', { status: 503 })
    expect((await mock.fetch(url)).status).toBe(503)
    mock.faults.next('any', 'malformed')
    await expect((await mock.fetch(url)).json()).rejects.toThrow(SyntaxError)
    expect(mock.journal.requests.map(({ status }) => status)).toEqual([200, 503, 200])
    expect(mock.journal.requests[0]?.reply?.body).toBe(await reply.text())
  },
)

test('needs the credentials of the mock, and counts for its limit', async () => {
  const profile = { 'access.credentials': 'bearer', 'limit.requests': { requests: 1, seconds: 9 } } as const
  const mock = mockOf({ profile, credentials: 'tea' })
  const headers = { authorization: 'Bearer tea' }
  const replies = [
    await mock.fetch(comments),
    await mock.fetch(comments, { headers }),
    await mock.fetch(comments, { headers }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([401, 200, 429])
})

test('answers a request that then does not count as beyond the document; one that it leaves to the mock may', async () => {
  const mock = mockOf({ strict: true })
  expect((await mock.fetch(`${baseUrl}/posts?q=tea`)).status).toBe(200)
  expect((await mock.fetch(`${baseUrl}/posts`)).status).toBe(200)
  expect((await mock.fetch(`${baseUrl}/posts/1/likes`)).status).toBe(501)
  expect(mock.journal.warnings).toHaveLength(1)
})

test('says which handler failed, and why', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const reply = await mockOf().fetch(comments, { method: 'POST', body: '{no' })
  expect([reply.status, await reply.json()]).toEqual([
    500,
    expect.objectContaining({
      detail: expect.stringMatching(
        /^Your handler POST \*\/posts\/:id\/comments failed at POST \/v1\/posts\/1\/comments: .*JSON/,
      ),
    }),
  ])
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Your handler POST'))
  vi.restoreAllMocks()
})

test('a handler that answers once, or in turns, begins anew at a reset and in a new mock', async () => {
  const handlers = [
    http.get('*/posts/1', () => HttpResponse.text('once'), { once: true }),
    http.get('*/posts/2', function* () {
      yield HttpResponse.text('first')
      return HttpResponse.text('then')
    }),
  ]
  const mock = mockOf({ handlers })
  const texts = async ({ fetch } = mock) =>
    Promise.all([1, 2].map(async (id) => (await fetch(`${baseUrl}/posts/${id}`)).text()))
  expect(await texts()).toEqual(['once', 'first'])
  expect(await texts()).toEqual([expect.stringContaining('"id":1'), 'then'])
  mock.reset()
  expect(await texts()).toEqual(['once', 'first'])
  expect(await texts(mockOf({ handlers }))).toEqual(['once', 'first'])
})

test('keeps bytes and their length, which HEAD says too, and several cookies', async () => {
  const bytes = new Uint8Array([0, 255, 128])
  const cookies = [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ] as [string, string][]
  const mock = mockOf({
    handlers: [
      http.post('*/bytes', async ({ request }) => HttpResponse.arrayBuffer(await request.arrayBuffer())),
      http.get('*/login', () => new HttpResponse('in', { headers: cookies })),
      http.all('*/file', () => HttpResponse.arrayBuffer(bytes.buffer)),
    ],
  })
  const reply = await mock.fetch(`${baseUrl}/bytes`, { method: 'POST', body: bytes })
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes)
  const head = await mock.fetch(`${baseUrl}/file`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('3')
  expect((await mock.fetch(`${baseUrl}/login`)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test.each(['setupPosts', 'setupServer'])('passthrough and bypass in %s', async (name) => {
  await using real = await listen(createServer((_request, response) => response.end('real')))
  const own = [
    http.get('*/posts/1', () => passthrough()),
    http.get('*/posts/2', async ({ request }) =>
      HttpResponse.text((await fetch(bypass(request))).statusText),
    ),
  ]
  const options = { baseUrl: `${real.origin}/v1`, posts: 2, handlers: own }
  const server = setupServer(...createPostsMock(options).handlers)
  if (name === 'setupServer') server.listen()
  using _posts = name === 'setupPosts' ? setupPosts(options).listen() : undefined
  expect(await (await fetch(`${real.origin}/v1/posts/1`)).text()).toBe('real')
  expect((await fetch(`${real.origin}/v1/posts/2`)).status).toBe(200)
  if (name === 'setupServer') server.close()
})
