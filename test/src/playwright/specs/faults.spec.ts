import { expect } from '@playwright/test'
import { test } from '../../../../src/playwright.ts'
import { send } from './send.ts'

test.beforeEach(({ page }) => page.goto('/'))

test('loses the connection before and after the operation', async ({ page, mock }) => {
  mock.faults.next('create', 'network-error')
  mock.faults.next('create', 'reply-lost')
  const create = () => send(page, 'POST', '/v1/posts', { title: 'a', content: '' })
  expect((await create()).status).toBe('TypeError')
  expect(mock.posts.count).toBe(3)
  expect((await create()).status).toBe('TypeError')
  expect(mock.posts.count).toBe(4)
})

test('ends a reply in its middle', async ({ page, mock }) => {
  mock.faults.next('read', 'truncated')
  const { status, text, headers } = await send(page, 'GET', '/v1/posts/1')
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(Number(headers['content-length']))
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
})

test('is offline, and online again', async ({ page, mock }) => {
  const failed = page.waitForEvent('requestfailed')
  mock.faults.offline()
  expect((await send(page, 'GET', '/v1/posts')).status).toBe('TypeError')
  expect((await failed).failure()?.errorText).toBe('net::ERR_INTERNET_DISCONNECTED')
  mock.faults.offline(false)
  expect((await send(page, 'GET', '/v1/posts')).status).toBe(200)
})

test('never answers until the page gives up', async ({ page, mock }) => {
  mock.faults.next('list', 'timeout')
  expect((await send(page, 'GET', '/v1/posts', undefined, { timeout: 100 })).status).toBe('TimeoutError')
  expect((await mock.journal.waitFor('list', { timeout: 10_000 })).status).toBe(0)
})

test('ends while a request still hangs', async ({ mock, page }) => {
  mock.faults.next('list', 'timeout')
  await page.evaluate(() => void fetch('/v1/posts').catch(() => {}))
})
