import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, chromium as playwright } from '@playwright/test'
import { htmlReport } from '../../../contracts/report/verify-reports.ts'
import { createPostsServer } from '../../../src/server.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { verifyAt } from '../verify-at.ts'
import { findChromium, launchOptions } from './chromium.ts'

/*
 * Makes pictures of what the server shows and of the reports of `verify`, wide and narrow, light and dark: `npm run build:page`, then
 * `node test/support/browser/pages.ts FOLDER [words of names]`. For somebody to look at; no test compares them.
 */

/** The pages of the server, and the tab of the panel that is looked at. */
const pages: Readonly<Record<string, readonly [path: string, tab?: RegExp]>> = {
  start: ['/'],
  posts: ['/_understudy/panel', /^Posts/],
  requests: ['/_understudy/panel', /^Requests/],
  answers: ['/_understudy/panel', /^Answers/],
  faults: ['/_understudy/panel', /^Faults/],
  demo: ['/_understudy/page/#/3'],
  'demo-list': ['/_understudy/page/'],
}

/** What `verify` says of services. */
const reports: Readonly<Record<string, () => ReturnType<typeof verifyAt>>> = {
  'report-held': () => verifyAt(),
  'report-differs': () => verifyAt(undefined, { profile: 'json-server' }),
  'report-not-judged': () => verifyAt(() => ({ answer: async () => ({ status: 401 }) })),
  'report-broken': () => verifyAt(changeOf('replace-merges')),
  'report-race': () => verifyAt(changeOf('creates-at-once-share-an-id')),
}

const [folder = 'looks', ...words] = process.argv.slice(2)
const isWanted = (name: string) => words.every((word) => name.includes(word))
await mkdir(folder, { recursive: true })
await using browser = await playwright.launch(launchOptions(await findChromium()))
for (const [name, make] of Object.entries(reports).filter(([name]) => isWanted(name))) {
  const text = htmlReport(await make(), { at: 0, by: 'posts-understudy' })
  await inEachLook(name, (page) => page.setContent(text))
}
await using server = await createPostsServer({ onWarning() {} })
for (const path of ['/posts', '/posts?page=2', '/comments']) await fetch(server.url + path)
for (const [name, [path, tab]] of Object.entries(pages).filter(([name]) => isWanted(name)))
  await inEachLook(name, async (page) => {
    await page.goto(server.origin + path)
    if (tab) await page.getByRole('button', { name: tab }).click()
  })

/** Makes the pictures of a page. */
async function inEachLook(name: string, show: (page: Page) => Promise<unknown>) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      const viewport = { width, height: width === 390 ? 844 : 800 }
      await using context = await browser.newContext({ colorScheme, viewport })
      const page = await context.newPage()
      await show(page)
      await page.waitForTimeout(300)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
}
