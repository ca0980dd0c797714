import { describe, expect, test, vi } from 'vitest'
import { createPostsMock, type PostsMockOptions } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const json = { 'content-type': 'application/json' }

function quietMock(options: PostsMockOptions = {}) {
  return createPostsMock({ baseUrl, posts: 3, onWarning: () => {}, ...options })
}

function creation(body: string, headers: Record<string, string> = json): RequestInit {
  return { method: 'POST', headers, body }
}

/** What goes beyond the document, with what a warning says of it and the document's words. */
const outside: [about: string, path: string, init: RequestInit, detail: string, document: string][] = [
  [
    'query',
    '/posts?page=2',
    {},
    'the request has query parameters',
    'Query parameters of the list operation',
  ],
  [
    'method',
    '/posts/1',
    { method: 'PATCH' },
    'the document has no PATCH on /posts/:id',
    'Behaviour beyond listing, reading',
  ],
  ['path', '/users', {}, 'the document has no such path', 'This document covers the whole interface'],
  [
    'unexpected-body',
    '/posts/1',
    { method: 'DELETE', body: '{}', headers: json },
    'the request has a body',
    'take no request body',
  ],
  [
    'media-type',
    '/posts',
    creation('{"title":"a","content":"b"}', { 'content-type': 'text/plain' }),
    'the body has the media type "text/plain"',
    'Requests with a body use the media type application/json.',
  ],
  [
    'unknown-field',
    '/posts',
    creation('{"title":"a","content":"b","author":"c"}'),
    'the body has other fields: "author"',
    'JSON object with the post data (fields title and content)',
  ],
]

describe.each(outside)('a request with %s outside the interface', (about, path, init, detail, document) => {
  test('is reported once, with the request and the words of the document', async () => {
    const onWarning = vi.fn()
    const mock = quietMock({ onWarning })
    await mock.fetch(baseUrl + path, init)
    await mock.fetch(baseUrl + path, init)
    expect(onWarning).toHaveBeenCalledExactlyOnceWith({
      about,
      request: `${init.method ?? 'GET'} ${baseUrl}${path}`,
      detail: expect.stringContaining(detail),
      document: expect.stringContaining(document),
    })
    expect(mock.journal.warnings).toHaveLength(2)
    mock.reset()
    await mock.fetch(baseUrl + path, init)
    expect(onWarning).toHaveBeenCalledTimes(2)
  })

  test('is refused with 501 in strict mode, nothing is done, and the test can be made to fail', async () => {
    const mock = quietMock({ strict: true })
    const before = mock.posts.list()
    const response = await mock.fetch(baseUrl + path, init)
    expect(response.status).toBe(501)
    expect(await response.json()).toMatchObject({ title: 'Outside the interface', errors: [{ about }] })
    expect(mock.posts.list()).toEqual(before)
    expect(() => mock.journal.assertWithinInterface()).toThrow(
      expect.objectContaining({ code: 'OUTSIDE_INTERFACE', message: expect.stringContaining(detail) }),
    )
  })
})

test('without an own place for them, warnings go to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await createPostsMock({ baseUrl }).fetch(`${list}?api_key=hush`)
  expect(warn.mock.calls).toEqual([
    [
      `[posts-understudy] GET ${list}?api_key=[redacted]: the request has query parameters. The interface document says: "Query parameters of the list operation (filtering, paging, ordering): not shown."`,
    ],
  ])
  warn.mockRestore()
})
