import { expect } from '@playwright/test'
import { HttpResponse, http } from 'msw'
import { createPostsTest, test } from '../../../../src/playwright.ts'
import { send } from './send.ts'

test.beforeEach(({ page }) => page.goto('/'))

for (let index = 0; index < 6; index++) {
  test(`test ${index} of six that write at once sees its own posts only`, async ({ page, mock }) => {
    for (let round = 1; round <= 5; round++) {
      const body = { title: `${index}`, content: '' }
      expect((await send(page, 'POST', '/v1/posts', body)).status).toBe(201)
      const listed = JSON.parse((await send(page, 'GET', '/v1/posts')).text)
      const titles = listed.slice(3).map(({ title }: { title: string }) => title)
      expect(titles).toEqual(Array(round).fill(`${index}`))
    }
    expect(mock.journal.filter('create')).toHaveLength(5)
  })
}

test('has posts and journal at hand', async ({ page, mock }) => {
  const { id } = await mock.posts.create({ title: 'Arranged', content: 'by the test' })
  expect(JSON.parse((await send(page, 'GET', `/v1/posts/${id}`)).text).title).toBe('Arranged')
  await send(page, 'DELETE', `/v1/posts/${id}`)
  expect((await mock.journal.waitFor('delete')).path).toBe(`/posts/${id}`)
  mock.reset()
  expect(mock.posts.count).toBe(3)
})

test('answers a page of another origin, preflight included', async ({ page, mock }) => {
  const reply = await send(page, 'PUT', 'https://api.example.com/v1/posts/1', { title: 'a', content: 'b' })
  expect(reply.status).toBe(200)
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['PUT'])
})

test('warns once of an address that is nearly one of the posts', async ({ page }) => {
  for (const id of [1, 1]) await send(page, 'GET', `/v2/posts/${id}?near`)
})

test('lets no service worker come between', async ({ page }) => {
  const registered = page.evaluate(async () => String(await navigator.serviceWorker.register('/worker.js')))
  expect(await registered).toBe('undefined')
})

test('answers another context that is handed to it', async ({ browser, baseURL, mock }) => {
  await using context = await browser.newContext({ baseURL: baseURL ?? '' })
  await mock.listen(context)
  const page = await context.newPage()
  await page.goto('/')
  expect((await send(page, 'DELETE', '/v1/posts/1')).status).toBe(204)
  expect(mock.posts.count).toBe(2)
})

const me = http.get('https://users.test/me', () => HttpResponse.json({ name: 'Ann' }))

createPostsTest({ handlers: [me] })(
  'asks the own handlers of a test, with faults',
  async ({ page, mock }) => {
    expect((await send(page, 'GET', 'https://users.test/me')).text).toBe('{"name":"Ann"}')
    mock.faults.next('any', { status: 503 })
    expect((await send(page, 'GET', 'https://users.test/me')).status).toBe(503)
    expect(mock.journal.requests.map(({ status }) => status)).toEqual([200, 503])
  },
)

createPostsTest({ profile: { 'create.status': 303 } })('follows a redirect', async ({ page, mock }) => {
  const reply = await send(page, 'POST', '/v1/posts', { title: 'a', content: 'b' })
  expect([reply.status, JSON.parse(reply.text).id]).toEqual([200, 4])
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
})

createPostsTest({ baseUrl: '*/where', seed: 7 })(
  'leaves a page alone that lies where posts could be',
  async ({ page, mock }) => {
    await page.goto('/where/posts/7')
    expect(await page.title()).toBe('The app')
    expect((await send(page, 'GET', '/any/where/posts/3')).status).toBe(200)
    expect(mock.posts.count).toBe(3)
  },
)

test('serves the posts of the test to API requests, faults included', async ({ page, request, mock }) => {
  const base = await mock.serve()
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(await mock.serve()).toBe(base)
  const created = await request.post(`${base}/posts`, { data: { title: 'By request', content: '' } })
  await expect(created).toBeOK()
  expect(JSON.parse((await send(page, 'GET', '/v1/posts/4')).text)).toMatchObject({ title: 'By request' })
  expect((await page.request.delete(`${base}/posts/4`)).status()).toBe(204)
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE'])
  mock.faults.next('list', 'network-error')
  await expect(request.get(`${base}/posts`)).rejects.toThrow(/socket hang up|ECONNRESET/)
})

test('loses the connection before and after the operation', async ({ page, mock }) => {
  for (const [fault, count] of [
    ['network-error', 3],
    ['reply-lost', 4],
  ] as const) {
    mock.faults.next('create', fault)
    await expect(send(page, 'POST', '/v1/posts', { title: 'a', content: '' })).rejects.toThrow('TypeError')
    expect(mock.posts.count).toBe(count)
  }
})

test('ends a reply in its middle', async ({ page, mock }) => {
  mock.faults.next('read', 'truncated')
  const { status, text, headers } = await send(page, 'GET', '/v1/posts/1')
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(Number(headers['content-length']))
})

test('is offline, and online again', async ({ page, mock }) => {
  const failed = page.waitForEvent('requestfailed')
  mock.faults.offline()
  await expect(send(page, 'GET', '/v1/posts')).rejects.toThrow('TypeError')
  expect((await failed).failure()?.errorText).toBe('net::ERR_INTERNET_DISCONNECTED')
  mock.faults.offline(false)
  expect((await send(page, 'GET', '/v1/posts')).status).toBe(200)
})

test('never answers until the page gives up, and ends while a request still hangs', async ({
  page,
  mock,
}) => {
  mock.faults.next('list', 'timeout', 2)
  const given = page.evaluate(() => fetch('/v1/posts', { signal: AbortSignal.timeout(100) }))
  await expect(given).rejects.toThrow('TimeoutError')
  expect((await mock.journal.waitFor('list', { timeout: 10_000 })).status).toBe(0)
  await page.evaluate(() => void fetch('/v1/posts').catch(() => {}))
})
