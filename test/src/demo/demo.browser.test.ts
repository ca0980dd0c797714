import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { enterScenario } from '../../../src/devtools/scenarios.ts'
import { createPostsServer, type PostsServerOptions } from '../../../src/server.ts'
import { axeFindings } from '../../support/browser/axe.ts'
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

const profiles = [
  ['the default profile', 'default'],
  ['a create that tells nothing at all', { extends: 'minimal', 'create.status': 204 }],
  [
    'a create that tells the id alone',
    { 'create.body': { id: 'id' }, 'create.location': 'no', 'replace.body': 'none' },
  ],
  [
    'a create that is accepted, and tells the place',
    { 'create.status': 202, 'create.body': 'none', 'create.location': 'absolute' },
  ],
  ['bare statuses', 'minimal'],
  ['json-server', 'json-server'],
  ['ids beyond 2^53', { 'id.assignment': 'beyond-2^53' }],
] as const

describe.each(sampled(profiles, 1, 3))('with %s', (_name, profile) => {
  test('what was written is on the page', async ({ page }) => {
    await using server = await open(page, { posts: 2, profile }, '#/new')
    await write(page, 'Strike at five', 'Bring gloves.')
    await page.getByText('Posted.').waitFor()
    await posts(page).getByText('Strike at five').click()
    await page.getByRole('heading', { name: /^No\. / }).waitFor()
    await write(page, 'Strike at six', 'No gloves.')
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => posts(page).getByText('Strike at six').count()).toBe(1)
    expect(server.posts.exact.list().map(({ title }) => title)).toContain('Strike at six')
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => posts(page).count()).toBe(2)
    expect(server.journal.requests.filter(({ status }) => status >= 400)).toEqual([])
  })
})

test('ids beyond 2^53 are never rounded', async ({ page }) => {
  const posts = [
    { id: 9007199254740993n, title: 'One', content: '"id": 7' },
    { id: 9223372036854775807n, title: 'Last', content: '' },
  ]
  await using server = await open(page, { posts })
  await page.getByRole('link', { name: /One/ }).click()
  await page.getByText('No. 9007199254740993').waitFor()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('"id": 7')
  await write(page, 'Changed', 'too')
  await page.getByText('Saved.').waitFor()
  expect(server.posts.exact.list()).toEqual([
    { id: 9007199254740993n, title: 'Changed', content: 'too' },
    posts[1],
  ])
})

test.for([
  [{ 'input.empty': 'refused' }, 'The service answered 400. It says: '],
  [{ 'input.empty': 'refused', 'error.body': 'none' }, 'The service answered 400.'],
  [
    { 'input.empty': 'refused', 'error.body': { message: 'detail' }, 'input.invalid-status': 422 },
    'The service answered 422. It says: ',
  ],
] as const)(
  'a refusal is told, and nothing of what was written is lost: %j',
  async ([profile, words], { page }) => {
    await using _server = await open(page, { posts: 1, profile }, '#/new')
    await write(page, '', 'A text')
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A text')
  },
)

test.for([
  [{ status: 503 }, 'The service answered 503.'],
  [{ status: 500, body: '<h1>no JSON' }, 'The service answered 500.'],
  ['truncated', 'The service cannot be reached.'],
  ['malformed', 'The service sent something that cannot be read.'],
  [{ status: 200, body: '{}' }, 'The service sent no list of posts.'],
] as const)('a list that fails with %j is told, and tried again', async ([fault, words], { page }) => {
  await using server = await createPostsServer({ posts: 2 })
  server.faults.next('list', fault)
  await page.goto(`${server.origin}/_understudy/page/`)
  await page.getByRole('alert').getByText(words).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => posts(page).count()).toBe(2)
})

test('a post that somebody else deleted is told, and deleting it again does no harm', async ({ page }) => {
  await using server = await open(page, { posts: 2 }, '#/2')
  await page.getByRole('heading', { name: 'No. 2' }).waitFor()
  await server.posts.delete(2)
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted.').waitFor()
  await expect.poll(() => posts(page).count()).toBe(1)
  await page.goto(`${server.origin}/_understudy/page/#/2`)
  await page.getByRole('alert').getByText('This post does not exist.').waitFor()
})

test('says nothing beyond the interface document', async ({ page }) => {
  await using server = await open(page, { posts: 2, strict: true }, '#/new')
  await write(page, 'Strict', '')
  await page.getByText('Posted.').waitFor()
  server.journal.assertWithinInterface()
})

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1100, height: 800 } }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
  ['at 200 % in forced colours', { forcedColors: 'active', viewport: { width: 550, height: 400 } }],
] as const

describe.each(sampled(looks, 1))('on a page that is %s', (_name, options) => {
  test('axe finds nothing, and nothing is too wide, hostile texts included', async ({ browser }) => {
    await using server = await createPostsServer({ posts: 3, latency: 0 })
    await enterScenario(server.world, 'hostile')
    await using context = await browser.newContext(options)
    const page = await context.newPage()
    const findings: string[] = []
    const look = async (hash: string, words: RegExp) => {
      await page.goto(`${server.origin}/_understudy/page/${hash}`)
      await page.getByText(words).locator('visible=true').first().waitFor()
      const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (surplus > 0) findings.push(`${hash}: ${surplus} pixels too wide`)
      findings.push(...(await axeFindings(page)).map((finding) => `${hash}: ${finding}`))
    }
    await look('#/', /An id beyond/)
    await look('#/3', /^No\. 3$/)
    await look('#/new', /A new post/)
    await look('#/99', /This post does not exist/)
    server.restore({ posts: [], ids: server.snapshot().ids })
    await look('?empty#/', /The board is bare/)
    server.faults.offline()
    await look('?offline#/', /cannot be reached/)
    expect(findings).toEqual([])
  })
})
