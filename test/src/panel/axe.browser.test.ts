import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { sampled } from '../../support/full.ts'
import { openPanel } from '../../support/panel/panel-hosts.ts'

/** Goes through all that the panel can show. */
async function tour(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  const show = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'i') }).click()
  await page.locator('.rows > li').first().waitFor()
  await look('posts')
  await page.getByText('New post').click()
  await page.locator('.rows summary').first().click()
  await page.getByRole('button', { name: 'Delete' }).waitFor()
  await look('a post, and a new one')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('searchbox').fill('no post has this')
  await page.getByText('No post contains this.').waitFor()
  await look('what was done, and a filter that nothing passes')
  await show('requests')
  await page.locator('.rows summary').first().click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Reply now').waitFor()
  await page.locator('.choices li').first().waitFor()
  await look('a request')
  await show('settings')
  await page.getByRole('button', { name: /^Slow/ }).click()
  await page.getByText('Every request takes').waitFor()
  await page.getByRole('combobox', { name: 'create.status' }).selectOption('200')
  await page.locator('mark').first().waitFor()
  page.once('dialog', (dialog) => dialog.accept('"wrong"'))
  await page.getByRole('combobox', { name: 'create.status' }).selectOption('another…')
  await page.locator('footer.error').waitFor()
  await look('settings, and an error')
}

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1100, height: 800 } }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
  ['at 200 % in forced colours', { forcedColors: 'active', viewport: { width: 550, height: 400 } }],
] as const

describe.each(sampled(looks, 1))('on a page that is %s', (_name, options) => {
  test('axe finds nothing, whatever is shown, nor does the page scroll sideways', async ({ browser }) => {
    await using server = await createPostsServer({ posts: 12, onWarning: () => {} })
    await using context = await browser.newContext(options)
    const page = await context.newPage()
    await fetch(`${server.url}/posts?page=2`)
    await page.goto(server.pageUrl)
    const findings: string[] = []
    const look = async (where: string, part?: string) => {
      findings.push(...(await axeFindings(page, part)).map((finding) => `${where}: ${finding}`))
      const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (surplus > 0) findings.push(`${where}: ${surplus} pixels too wide`)
    }
    await tour(page, look)
    await page.goto(`${server.origin}/_understudy/page/`)
    const panel = await openPanel(page)
    await panel.locator('.rows > li').first().waitFor()
    await look('in a frame', 'posts-understudy-panel')
    await server.close()
    await panel.locator('.lost:not(:empty)').waitFor()
    await look('not connected', 'posts-understudy-panel')
    expect(findings).toEqual([])
  })
})
