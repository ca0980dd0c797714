import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { looks, troubleOf } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { openPanel } from '../../support/browser/panel.ts'
import { sampled } from '../../support/full.ts'

/** Goes through all that the panel can show. */
async function tour(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  const show = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'i') }).click()
  await page.getByRole('heading', { name: 'Break it' }).waitFor()
  await look('the start')
  await show('posts')
  await page.getByRole('button', { name: 'New post' }).click()
  await page.getByRole('button', { name: 'Add' }).waitFor()
  await look('a new post')
  await page.getByRole('button', { name: '← Posts' }).click()
  await page.getByRole('searchbox').fill('no post has this')
  await page.getByText('Nothing contains this.').waitFor()
  await look('a filter that nothing passes')
  await show('requests')
  await page.locator('.rows button').first().click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Reply now').waitFor()
  await page.locator('.answer').first().waitFor()
  await look('a request')
  await show('faults')
  await page.getByRole('button', { name: /^Slow/ }).click()
  await page.getByRole('button', { name: 'Undo Slow' }).waitFor()
  await look('faults')
  await show('answers')
  await page.getByRole('combobox', { name: 'create.status' }).selectOption('200')
  await page.locator('mark').first().waitFor()
  await look('answers, and what was done')
  await show('api')
  await page.getByText('The faults that are set.').click()
  await look('the control API')
}

test.for(sampled(looks, 1))(
  'on a page that is %s axe finds nothing, whatever is shown, nor does the page scroll sideways',
  async ([, options], { browser }) => {
    await using server = await createPostsServer({ posts: 12, onWarning: () => {} })
    await using page = await browser.newPage(options)
    await fetch(`${server.url}/posts?page=2`)
    await page.goto(server.pageUrl)
    const findings: string[] = []
    const look = async (where: string, part?: string) => {
      findings.push(...(await troubleOf(page, part)).map((trouble) => `${where}: ${trouble}`))
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
  },
)
