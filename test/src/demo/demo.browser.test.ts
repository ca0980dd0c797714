import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { enterScenario } from '../../../src/control/scenarios.ts'
import { createPostsServer, type PostsServerOptions } from '../../../src/server.ts'
import { looks, troubleOf } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { sampled } from '../../support/full.ts'

const posts = (page: Page) => page.getByRole('navigation', { name: 'Posts' }).getByRole('listitem')

async function open(page: Page, options: PostsServerOptions, hash = '') {
  const server = await createPostsServer({ onWarning: () => {}, ...options })
  await page.goto(`${server.origin}/_understudy/page/${hash}`)
  return server
}

async function write(page: Page, title: string, content: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill(content)
  await page.getByRole('button', { name: /^(?:Post it|Save)$/ }).click()
}

test.for([
  ['a create that tells nothing at all', { extends: 'minimal', 'create.status': 204 }],
  ['ids beyond 2^53', { 'id.assignment': 'beyond-2^53' }],
] as const)(
  'with %s what was written is on the page, and needs nothing beyond the document',
  async ([, profile], { page }) => {
    await using server = await open(page, { posts: 2, profile, strict: true }, '#/new')
    await write(page, 'Strike at five', 'Bring gloves.')
    await page.getByText('Posted.').waitFor()
    await posts(page).getByText('Strike at five').click()
    await page.getByRole('heading', { name: /^No\. / }).waitFor()
    await write(page, 'Strike at six', 'No "gloves".')
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => posts(page).getByText('Strike at six').count()).toBe(1)
    expect(server.posts.exact.list().map(({ title }) => title)).toContain('Strike at six')
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => posts(page).count()).toBe(2)
    expect(server.journal.requests.filter(({ status }) => status >= 400)).toEqual([])
  },
)

test('a refusal is told, and nothing of what was written is lost', async ({ page }) => {
  await using _server = await open(page, { posts: 1, profile: { 'input.empty': 'refused' } }, '#/new')
  await write(page, '', 'A text')
  await page.getByRole('alert').getByText('The service answered 400. ').waitFor()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A text')
})

test.for([
  [{ status: 503 }, 'The service answered 503.'],
  ['truncated', 'The service cannot be reached.'],
  ['malformed', 'The service sent no list of posts.'],
] as const)('a list that fails with %j is told, and tried again', async ([fault, words], { page }) => {
  await using server = await createPostsServer({ posts: 2 })
  server.faults.next('list', fault)
  await page.goto(`${server.origin}/_understudy/page/`)
  await page.getByRole('alert').getByText(words).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => posts(page).count()).toBe(2)
})

test.for(sampled(looks, 1))(
  'on a page that is %s axe finds nothing, and nothing is too wide, hostile texts included',
  async ([, options], { browser }) => {
    await using server = await createPostsServer({ posts: 3, latency: 0 })
    await enterScenario(server.world, 'hostile')
    await using page = await browser.newPage(options)
    const findings: string[] = []
    const look = async (hash: string, words: RegExp) => {
      await page.goto(`${server.origin}/_understudy/page/${hash}`)
      await page.getByText(words).locator('visible=true').first().waitFor()
      findings.push(...(await troubleOf(page)).map((trouble) => `${hash}: ${trouble}`))
    }
    await look('#/', /An id beyond/)
    await look('#/2', /^No\. 2$/)
    await look('#/new', /A new post/)
    await look('#/99', /answered 404/)
    server.restore({ posts: [], ids: server.snapshot().ids })
    await look('?empty#/', /There are no posts/)
    expect(findings).toEqual([])
  },
)
