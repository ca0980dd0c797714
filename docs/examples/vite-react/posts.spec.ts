import { expect } from '@playwright/test'
import { test } from 'posts-understudy/playwright'

test('lists the posts', async ({ page, mock }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(3)
  expect(mock.journal.filter('list').length).toBeGreaterThan(0)
})

test('says that the posts cannot be loaded', async ({ page, mock }) => {
  mock.faults.rate(1, { status: 503 }, 'list')
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('503')
})
