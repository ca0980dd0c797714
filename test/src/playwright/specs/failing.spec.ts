import { expect } from '@playwright/test'
import { createPostsTest, test } from '../../../../src/playwright.ts'
import { send } from './send.ts'

// Every one of these fails, and fixture.browser.test.ts looks how. `fail` expects it: otherwise each takes a new worker and a new browser.

// What is attached to a failure that nobody expects.
test('fails', async ({ page, mock }) => {
  await page.goto('/')
  mock.useProfile({ 'id.assignment': 'beyond-2^53' })
  await send(page, 'POST', '/v1/posts', { title: 'far', content: '' })
  mock.faults.next('read', 'network-error')
  await send(page, 'GET', '/v1/posts/1').catch(() => {})
  expect(mock.posts.count).toBe(3)
})

const strict = createPostsTest({ strict: true, onUnhandledRequest: 'error' })

strict.fail('leaves the interface', async ({ page }) => {
  await page.goto('/')
  expect((await send(page, 'GET', '/v1/posts?page=2')).status).toBe(501)
})

strict.fail('leaves the interface before a reset', async ({ page, mock }) => {
  await page.goto('/')
  await send(page, 'PATCH', '/v1/posts/1', {})
  mock.reset()
  await send(page, 'GET', '/v1/posts')
})

strict.fail('leaves the base URL', async ({ page }) => {
  await page.goto('/')
  await expect(send(page, 'GET', '/v2/posts?refused')).rejects.toThrow('TypeError')
})

createPostsTest({ posts: -1 }).fail('has a wrong option', async ({ page }) => {
  await page.goto('/')
})
