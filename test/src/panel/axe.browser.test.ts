import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { sampled } from '../../support/full.ts'
import { openPanel } from '../../support/panel/panel-stage.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Goes through all that the panel can show, and collects what axe finds on the way. */
async function tour(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  await look('pill')
  await openPanel(page)
  await page.locator('.row').first().waitFor()
  await look('posts')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import' }).click()
  await (await chosen).setFiles({
    name: 'posts.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{'),
  })
  await page.getByRole('alert').getByText('posts.json: ').waitFor()
  await page.getByRole('searchbox', { name: 'Filter posts' }).fill('no post has this')
  await page.getByText('No post has').waitFor()
  await look('a filter that nothing passes, and an import that failed')
  await page.getByRole('searchbox', { name: 'Filter posts' }).fill('')
  await page.getByRole('button', { name: 'New post' }).click()
  await look('a new post')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Edit post 1 / }).click()
  await look('a post')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Post 1 is deleted.').waitFor()
  await look('what was done')
  await tab(page, 'Requests')
  await page.locator('understudy-requests .row').first().waitFor()
  await look('requests')
  await page.locator('understudy-requests .row').first().click()
  await look('a request')
  await tab(page, 'Scenario')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('next one fails').waitFor()
  await look('scenario')
  await page.getByRole('combobox', { name: 'Status or fault' }).fill('wrong')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.locator('.error').waitFor()
  await look('an error')
  await page.getByRole('button', { name: /^No posts/ }).click()
  await tab(page, 'Posts')
  await page.getByText('No posts. Add one').waitFor()
  await look('no posts')
  await tab(page, 'Profile')
  await page.getByRole('combobox', { name: 'create.status' }).selectOption('200')
  await page.locator('understudy-profile mark').waitFor()
  await look('profile')
  await page.getByRole('checkbox', { name: /^Only changed/ }).check()
  await look('what is changed in the profile')
}

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1100, height: 800 } }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
  ['at 200 % in forced colours', { forcedColors: 'active', viewport: { width: 550, height: 400 } }],
] as const

describe.each(sampled(looks, 1))('in a page that is %s', (_name, options) => {
  test('axe finds nothing, whatever is shown, nor does the page scroll sideways', async ({ browser }) => {
    await using server = await createPostsServer({ posts: 12, onWarning: () => {} })
    await using context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(server.pageUrl)
    const first = (await axeFindings(page)).map((finding) => `first page: ${finding}`)
    await page.goto(`${server.origin}/_understudy/page/`)
    await page.evaluate(() => fetch('/v1/posts?page=2'))
    const findings = first
    await tour(page, async (where) => {
      findings.push(
        ...(await axeFindings(page, where === 'pill' ? undefined : 'posts-understudy-panel')).map(
          (finding) => `${where}: ${finding}`,
        ),
      )
      const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (surplus > 0) findings.push(`${where}: ${surplus} pixels too wide`)
    })
    await server.close()
    await page.locator('.lost:not(:empty)').waitFor()
    findings.push(
      ...(await axeFindings(page, 'posts-understudy-panel')).map((finding) => `not connected: ${finding}`),
    )
    expect(findings).toEqual([])
  })
})
