import { describe, expect, test } from 'vitest'
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

describe('an entry', () => {
  test('holds operation, method, path, body, reply, time and duration', async () => {
    let time = 5000
    const mock = quietMock({ now: () => time++ })
    await mock.fetch(list, creation('{"title":"a","content":"b"}'))
    expect(mock.journal.requests).toEqual([
      {
        number: 1,
        operation: 'create',
        method: 'POST',
        path: '/posts',
        query: '',
        headers: { 'content-type': 'application/json' },
        body: { title: 'a', content: 'b' },
        status: 201,
        reply: {
          headers: expect.objectContaining({ 'content-type': 'application/json', location: '/v1/posts/4' }),
          body: '{"id":4,"title":"a","content":"b"}',
        },
        at: 5000,
        duration: expect.any(Number),
        warnings: [],
      },
    ])
  })

  test.each([
    ['read', 'HEAD', '/posts/1', 200],
    ['read', 'GET', '/posts/x', 404],
    [undefined, 'PATCH', '/posts/1', 405],
    [undefined, 'GET', '/users', 404],
  ])('names the operation %s of %s %s', async (operation, method, path, status) => {
    const mock = quietMock()
    await mock.fetch(baseUrl + path, { method })
    expect(mock.journal.requests).toMatchObject([{ operation, method, path, status }])
  })

  test('blots out secrets in headers and query, and nothing else', async () => {
    const mock = quietMock()
    await mock.fetch(`${list}?page=2&api_key=hush&token=hush&q=token`, {
      headers: {
        authorization: 'Bearer hush',
        cookie: 'session=hush',
        'x-api-key': 'hush',
        'x-request-id': '7',
      },
    })
    const [entry] = mock.journal.requests
    expect(entry).toMatchObject({
      query: '?page=2&api_key=[redacted]&token=[redacted]&q=token',
      headers: { authorization: '[redacted]', 'x-api-key': '[redacted]', 'x-request-id': '7' },
    })
    expect(JSON.stringify(entry)).not.toContain('hush')
  })
})

describe('a filter', () => {
  const filled = async () => {
    const mock = quietMock()
    await mock.fetch(list)
    await mock.fetch(`${list}/1`)
    await mock.fetch(`${list}/99`)
    await mock.fetch(list, creation('{}'))
    return mock.journal
  }

  test.each([
    ['an operation', 'read' as const, ['/posts/1', '/posts/99']],
    ['values', { operation: 'read', status: 404 } as const, ['/posts/99']],
    ['a method', { method: 'POST' }, ['/posts']],
    ['a path', { path: '/posts/1' }, ['/posts/1']],
    ['nothing that came', 'delete' as const, []],
  ])('by %s', async (_what, filter, paths) => {
    expect((await filled()).filter(filter).map(({ path }) => path)).toEqual(paths)
  })
})

describe('waiting', () => {
  test('finds a request that is still to come, and no other', async () => {
    const mock = quietMock()
    const found = mock.journal.waitFor({ operation: 'read', status: 404 })
    await mock.fetch(list)
    await mock.fetch(`${list}/1`)
    await mock.fetch(`${list}/99`)
    expect(await found).toMatchObject({ path: '/posts/99' })
  })

  test.each([
    ['create', '"create"'],
    [{ status: 500 }, '{"status":500}'],
    [() => false, 'the filter'],
  ] as const)('gives up with the requests that did come: %s', async (filter, words) => {
    const mock = quietMock()
    await mock.fetch(`${list}/1`, { method: 'DELETE' })
    await expect(mock.journal.waitFor(filter, { timeout: 5 })).rejects.toMatchObject({
      code: 'WAIT_TIMED_OUT',
      message: `Failed to wait for a request that matches ${words}: it did not come within 5 ms. The posts mock got one request:\n  DELETE /posts/1 -> 204`,
    })
  })
})

test('numbers the requests, and gives no number twice', async () => {
  const mock = quietMock({ journalLimit: 2 })
  const numbers = () => mock.journal.requests.map(({ number }) => number)
  for (let count = 0; count < 5; count++) await mock.fetch(list)
  expect(numbers()).toEqual([4, 5])
  mock.journal.clear()
  await mock.fetch(list)
  expect(numbers()).toEqual([6])
})

test('an entry keeps the beginning of a long reply, and no reply where the client got none', async () => {
  const mock = quietMock({ posts: 100 })
  await mock.fetch(list)
  mock.faults.offline()
  await mock.fetch(list).catch(() => {})
  const [long, lost] = mock.journal.requests
  expect(long?.reply?.body).toMatch(/^\[\{"id":1,.*…$/s)
  expect(long?.reply?.body).toHaveLength(2001)
  expect(lost?.reply).toBeUndefined()
})
