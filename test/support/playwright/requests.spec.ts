import { expect } from '@playwright/test'
import { test } from '../../../src/playwright.ts'
import { send } from './send.ts'

test('answers `request` without a page', async ({ request, mock }) => {
  const created = await request.post('/v1/posts', { data: { title: 'By request', content: '' } })
  await expect(created).toBeOK()
  expect(created.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/posts$/)
  expect(created.headers().location).toBe('/v1/posts/4')
  const address = 'https://api.example.com/v1/posts/4'
  expect(await (await request.get(address)).json()).toMatchObject({ id: 4, title: 'By request' })
  expect((await request.fetch(address, { method: 'HEAD' })).headers()['content-length']).toBe('42')
  expect((await request.delete(address)).status()).toBe(204)
  expect(mock.posts.count).toBe(3)
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'HEAD', 'DELETE'])
})

test('answers `page.request` from the same posts as the page', async ({ page, mock }) => {
  await page.goto('/')
  expect((await page.request.delete('/v1/posts/1')).status()).toBe(204)
  expect((await send(page, 'GET', '/v1/posts/1')).status).toBe(404)
  expect(mock.journal.requests).toHaveLength(2)
})

test('repeats a request of the page by `request.fetch`', async ({ page, request, mock }) => {
  await page.goto('/')
  const [sent] = await Promise.all([
    page.waitForRequest('**/v1/posts'),
    send(page, 'POST', '/v1/posts', { title: 'Twice', content: '' }),
  ])
  expect((await request.fetch(sent)).status()).toBe(201)
  expect(
    mock.posts
      .list()
      .map(({ title }) => title)
      .slice(3),
  ).toEqual(['Twice', 'Twice'])
})

test('sends bodies of a request byte for byte, its query and headers', async ({ request, mock }) => {
  const headers = { 'content-type': 'application/json', 'x-own': 'yes' }
  const data = Buffer.from([0x7b, 0xff, 0x7d])
  const response = await request.put('/v1/posts/1?dry=1', { data, headers, params: { more: 'yes' } })
  expect(response.status()).toBe(400)
  const [entry] = mock.journal.requests
  expect(entry?.query).toBe('?dry=1&more=yes')
  expect(entry?.headers['x-own']).toBe('yes')
})

test('breaks the connection of a request that meets a fault', async ({ request, mock }) => {
  mock.faults.next('list', 'network-error')
  await expect(request.get('/v1/posts')).rejects.toThrow(/socket hang up|ECONNRESET/)
  mock.faults.next('list', 'truncated')
  await expect(request.get('/v1/posts')).rejects.toThrow(/aborted|ECONNRESET|hang up/)
})

test('lets requests to elsewhere go', async ({ request, playwright, mock }) => {
  expect(await (await request.get('/elsewhere?by-request')).text()).toBe('past the mock')
  await using own = await playwright.request.newContext()
  await mock.listen(own, 'https://api.example.com')
  expect((await own.get('/v1/posts/1')).status()).toBe(200)
})
