import { expect } from '@playwright/test'
import { test } from '../../../../src/playwright.ts'
import { send } from './send.ts'

test('serves the posts of the test to API requests', async ({ page, request, mock }) => {
  const base = await mock.serve()
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(await mock.serve()).toBe(base)
  const created = await request.post(`${base}/posts`, { data: { title: 'By request', content: '' } })
  await expect(created).toBeOK()
  await page.goto('/')
  expect(JSON.parse((await send(page, 'GET', '/v1/posts/4')).text)).toMatchObject({ title: 'By request' })
  expect((await page.request.delete(`${base}/posts/4`)).status()).toBe(204)
  expect(mock.posts.count).toBe(3)
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE'])
})

test('breaks the connection of an API request that meets a fault', async ({ request, mock }) => {
  const base = await mock.serve()
  mock.faults.next('list', 'network-error')
  await expect(request.get(`${base}/posts`)).rejects.toThrow(/socket hang up|ECONNRESET/)
  mock.faults.next('list', 'truncated')
  await expect(request.get(`${base}/posts`)).rejects.toThrow(/aborted|ECONNRESET|hang up/)
})
