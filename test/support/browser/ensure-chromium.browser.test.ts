import { expect } from 'vitest'
import { test } from './page-test.ts'

test('gives a test a page in a real Chromium', async ({ page, browser }) => {
  await page.setContent('<h1>Posts</h1><p>Ein schöner Tag</p>')
  expect(await page.getByRole('heading').textContent()).toBe('Posts')
  expect(Number.parseInt(browser.version(), 10)).toBeGreaterThan(120)
})
