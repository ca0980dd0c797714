import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, chromium as playwright } from '@playwright/test'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { defined } from '../../../handlers/model/members.ts'
import { enterScenario } from '../../../src/control/scenarios.ts'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { faults } from '../../provider-set/faults.ts'
import { sequenceFaults } from '../../provider-set/sequence-faults.ts'
import { verifyAt } from '../verify-at.ts'
import { findChromium, launchOptions } from './chromium.ts'
import { openPanel } from './panel.ts'

/*
 * Makes pictures of all that the server shows and of the reports of `verify`, wide and narrow, light and dark: `npm run build:page`, then
 * `node test/support/browser/pages.ts FOLDER [words of names]`. For somebody to look at; no test compares them.
 */

/** A page: its path, and what is done there before it is looked at. */
const pages: Readonly<Record<string, (page: Page, server: PostsServer) => Promise<unknown>>> = {
  start: (page, { pageUrl }) => page.goto(pageUrl),
  posts: async (page, server) => {
    await open(page, server, 'Posts')
    await page.locator('.rows button').nth(2).click()
  },
  requests: async (page, server) => {
    await useIt(server)
    await open(page, server, 'Requests')
  },
  change: async (page, server) => {
    await useIt(server)
    await open(page, server, 'Requests')
    await page
      .locator('.rows button')
      .filter({ hasText: /^\s*PUT/ })
      .click()
    await page.getByText('What it changed').waitFor()
  },
  answers: async (page, server) => {
    server.useProfile({ 'create.status': 202, 'error.body': { message: 'detail' } })
    await open(page, server, 'Answers')
  },
  faults: async (page, server) => {
    await enterScenario(server.world, 'flaky')
    await open(page, server, 'Faults')
  },
  api: (page, { controlUrl }) => page.goto(controlUrl),
  'not-connected': async (page, server) => {
    await open(page, server, 'Posts')
    await server.close()
    await page.locator('.lost:not(:empty)').waitFor()
  },
  frame: async (page, { origin }) => {
    await page.goto(`${origin}/_understudy/page/#/3`)
    await openPanel(page)
  },
  demo: (page, { origin }) => page.goto(`${origin}/_understudy/page/#/3`),
}

const facts = { at: 0, by: 'posts-understudy' }

/** What `verify` says of services, made once. */
const reports: Readonly<Record<string, () => Promise<string>>> = {
  'report-held': () => verified({}),
  'report-unusual': () => verified({ profile: 'json-server' }),
  'report-differs': () => verified({ profile: 'json-server' }, 'default'),
  'report-not-judged': () => verified({ profile: { 'access.credentials': 'bearer' } }),
  'report-broken': () => verifiedFault('replace-merges'),
  'report-race': () => verifiedFault('creates-at-once-share-an-id'),
}

async function verified(options: Parameters<typeof createPostsServer>[0], profile?: 'default') {
  await using server = await createPostsServer({ ...options, onWarning() {} })
  const result = await verifyProvider({ url: server.url, budget: 0, ...defined({ profile }) })
  return htmlReport(result, facts)
}

async function verifiedFault(name: string) {
  const change = [...faults, ...sequenceFaults].find((fault) => fault.name === name)?.change
  return htmlReport(await verifyAt(change), facts)
}

async function open(page: Page, { origin }: PostsServer, tab: string): Promise<void> {
  await page.goto(`${origin}/_understudy/panel`)
  await page.getByRole('button', { name: new RegExp(`^${tab}`) }).click()
  await page.locator('.rows button, .answer, .card').first().waitFor()
}

async function useIt({ url, faults }: PostsServer): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (const path of ['/posts', '/posts/2', '/posts?page=2', '/comments']) await fetch(url + path)
  const body = JSON.stringify({ title: 'Tea', content: 'Kenya' })
  await fetch(`${url}/posts`, { method: 'POST', headers, body })
  await fetch(`${url}/posts/2`, { method: 'PUT', headers, body })
  await fetch(`${url}/posts/3`, { method: 'DELETE' })
  faults.next('list', { status: 503 })
  await fetch(`${url}/posts`)
}

const [folder = 'looks', ...words] = process.argv.slice(2)
const isWanted = (name: string) => words.every((word) => name.includes(word))
await mkdir(folder, { recursive: true })
await using browser = await playwright.launch(launchOptions(await findChromium()))
for (const [name, make] of Object.entries(reports).filter(([name]) => isWanted(name))) {
  const text = await make()
  await inEachLook(name, (page) => page.setContent(text), true)
}
for (const [name, show] of Object.entries(pages).filter(([name]) => isWanted(name)))
  await inEachLook(name, show)

/** Makes the pictures of a page. @param fullPage also of what is below the window. */
async function inEachLook(
  name: string,
  show: (page: Page, server: PostsServer) => Promise<unknown>,
  fullPage = false,
) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await using server = await createPostsServer({ onWarning() {} })
      await using context = await browser.newContext({
        colorScheme,
        viewport: { width, height: width === 390 ? 844 : 800 },
      })
      const page = await context.newPage()
      await show(page, server)
      await page.waitForTimeout(300)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
    }
}
