import { describe, expect, test, vi } from 'vitest'
import { createPostsMock, type JournalEntry, type PostsMockOptions } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const json = { 'content-type': 'application/json' }

function quietMock(options: PostsMockOptions = {}) {
  return createPostsMock({ baseUrl, posts: 3, onWarning: () => {}, ...options })
}

function creation(body: string, headers: Record<string, string> = json): RequestInit {
  return { method: 'POST', headers, body }
}

test('an entry holds operation, method, path, body, reply, time and duration', async () => {
  let time = 5000
  const mock = quietMock({ now: () => time++ })
  await mock.fetch(list, creation('{"title":"a","content":"b"}'))
  expect(mock.journal.requests).toEqual([
    {
      number: 1,
      operation: 'create',
      method: 'POST',
      base: expect.stringMatching(/\/v1$/),
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

test('an entry has the post before and after a write that changed it', async () => {
  const mock = quietMock()
  const put = { ...creation('{"title":"a","content":"b"}'), method: 'PUT' }
  const before = await (await mock.fetch(`${list}/2`)).text()
  for (const write of [put, put, { method: 'DELETE' }, { method: 'DELETE' }])
    await mock.fetch(`${list}/2`, write)
  const after = '{"id":2,"title":"a","content":"b"}'
  expect(mock.journal.requests.map(({ change }) => change)).toEqual([
    undefined,
    { before, after },
    undefined,
    { before: after, after: undefined },
    undefined,
  ])
})

test.each([
  ['read', 'HEAD', '/posts/1', 200],
  ['read', 'GET', '/posts/x', 404],
  [undefined, 'PATCH', '/posts/1', 405],
  [undefined, 'GET', '/users', 404],
])('an entry names the operation %s of %s %s', async (operation, method, path, status) => {
  const mock = quietMock()
  await mock.fetch(baseUrl + path, { method })
  expect(mock.journal.requests).toMatchObject([{ operation, method, path, status }])
})

test('an entry blots out secrets in headers and query, and nothing else', async () => {
  const mock = quietMock()
  await mock.fetch(`${list}?keyword=2&passenger=3&bypass=5&key=hush&my_signature=hush&dbPass=hush&q=token`, {
    headers: {
      authorization: 'Bearer hush',
      cookie: 'session=hush',
      'ocp-apim-subscription-key': 'hush',
      'x-passcode': 'hush',
      'idempotency-key': '7',
    },
  })
  const [entry] = mock.journal.requests
  expect(entry).toMatchObject({
    query: '?keyword=2&passenger=3&bypass=5&key=[redacted]&my_signature=[redacted]&dbPass=[redacted]&q=token',
    headers: {
      authorization: '[redacted]',
      'ocp-apim-subscription-key': '[redacted]',
      'idempotency-key': '7',
    },
  })
  expect(JSON.stringify(entry)).not.toContain('hush')
})

test.each([
  ['read' as const, ['/posts/1', '/posts/99']],
  [{ operation: 'read', status: 404 } as const, ['/posts/99']],
  [{ method: 'POST' }, ['/posts']],
  [({ path }: JournalEntry) => path === '/posts/1', ['/posts/1']],
  ['delete' as const, []],
])('the filter %o finds %o', async (filter, paths) => {
  const mock = quietMock()
  for (const path of ['', '/1', '/99']) await mock.fetch(list + path)
  await mock.fetch(list, creation('{}'))
  expect(mock.journal.filter(filter).map(({ path }) => path)).toEqual(paths)
})

test.each([
  ['create', '"create"'],
  [{ status: 500 }, '{"status":500}'],
  [() => false, 'the filter'],
] as const)('waiting gives up with the requests that did come: %s', async (filter, words) => {
  const mock = quietMock()
  await mock.fetch(`${list}/1`, { method: 'DELETE' })
  await expect(mock.journal.waitFor(filter, { timeout: 5 })).rejects.toMatchObject({
    code: 'WAIT_TIMED_OUT',
    message: `Failed to wait for a request that matches ${words}: it did not come within 5 ms. The posts mock got one request:\n  DELETE /posts/1 -> 204`,
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

const fields = '"title":"a","content":"b"'

/** What goes beyond the document, and what a warning says of it. */
const outside: [about: string, path: string, init: RequestInit, detail: string][] = [
  ['query', '/posts?page=2', {}, 'the request has query parameters'],
  ['method', '/posts/1', { method: 'PATCH' }, 'the document has no PATCH on /posts/:id'],
  ['path', '/users', {}, 'the document has no such path'],
  ['unexpected-body', '/posts/1', { method: 'DELETE', body: '{}' }, 'the request has a body'],
  [
    'media-type',
    '/posts',
    creation(`{${fields}}`, {}),
    'the body has the media type "text/plain;charset=UTF-8"',
  ],
  ['unknown-field', '/posts', creation(`{${fields},"author":"c"}`), 'the body has other fields: "author"'],
]

describe.each(outside)('a request with %s outside the interface', (about, path, init, detail) => {
  test('is reported once, with the request and the words of the document', async () => {
    const onWarning = vi.fn()
    const mock = quietMock({ onWarning })
    const request = `${init.method ?? 'GET'} ${baseUrl}${path}`
    for (let times = 0; times < 2; times++) await mock.fetch(baseUrl + path, init)
    expect(onWarning).toHaveBeenCalledExactlyOnceWith({
      about,
      request,
      detail,
      document: expect.stringMatching(/\.$/),
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

test('a warning names the first five unknown fields, each shortened; kinds of warnings are 1,000 at most', async () => {
  const details: string[] = []
  const mock = quietMock({ onWarning: ({ detail }) => details.push(detail) })
  const create = (names: string[]) =>
    mock.fetch(list, creation(`{${fields}${names.map((name) => `,"${name}":0`).join('')}}`))
  await create(['f'.repeat(100_000), 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(details).toEqual([expect.stringMatching(/^.{20,80}…, "b", "c", "d", "e" and 2 more$/)])
  for (let number = 0; number < 1100; number++) await create([`field ${number}`])
  expect(details).toHaveLength(1000)
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
