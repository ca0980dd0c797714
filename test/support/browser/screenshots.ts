import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { createPostsServer } from '../../../src/server.ts'
import { providerNamed } from '../../providers/all.ts'
import { openPanel } from '../panel/panel-hosts.ts'
import { setup as buildPages } from './build-pages.ts'
import { openChromium } from './chromium.ts'

/*
 * Makes the pictures of the README anew: `node test/support/browser/screenshots.ts`. They show a choice that
 * was changed in the panel, and how the app beside it follows; and what `verify --html` says of Sails, as it comes. For fonts as
 * people have them: `apt-get install fonts-inter fonts-jetbrains-mono`.
 */

const folder = resolve(import.meta.dirname, '../../../docs/images')

const removeBuild = await buildPages()
await using browser = await openChromium({ FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') })
for (const colorScheme of ['light', 'dark'] as const) {
  await using server = await createPostsServer({ onWarning() {} })
  const viewport = { width: 1200, height: 800 }
  const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 2 })
  await page.goto(`${server.origin}/_understudy/page/#/23`)
  // The panel lies over the page: in a picture nothing is to be cut off.
  await page.evaluate(() => document.body.style.setProperty('padding-inline-end', '470px'))
  await changeTheOrder(page, await openPanel(page, 'requests'))
  await keep(page, `panel-${colorScheme}.jpg`)
}

const report = await reportOnSails()
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({
    viewport: { width: 960, height: 860 },
    colorScheme,
    deviceScaleFactor: 2,
  })
  await page.setContent(report)
  await keep(page, `verdict-${colorScheme}.jpg`)
}

await removeBuild?.()

async function reportOnSails(): Promise<string> {
  await using provider = await providerNamed('sails').start()
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-screenshots-'))
  const result = await verifyProvider({ url: provider.url, ledgerFolder, budget: 0 })
  await rm(ledgerFolder, { recursive: true })
  return htmlReport(result, { at: Date.now(), by: `posts-understudy ${manifest.version}` })
}

async function keep(page: Page, name: string): Promise<void> {
  const path = join(folder, name)
  await page.screenshot({ path, type: 'jpeg', quality: 85 })
  console.warn(`${path}: ${Math.round((await stat(path)).size / 1024)} KB`)
  await page.close()
}

async function changeTheOrder(page: Page, panel: FrameLocator): Promise<void> {
  await panel
    .locator('.rows summary')
    .filter({ hasText: /posts\s*\d\d:/ })
    .last()
    .click()
  await panel.getByRole('combobox', { name: 'list.order' }).selectOption('id-descending')
  // The page loads the list again, and the newest post is the first.
  await page.locator('nav li').first().getByText('25').waitFor()
  await panel.getByRole('button', { name: 'Send again with this' }).click()
  await panel.getByRole('heading', { name: 'Reply now' }).waitFor()
  await page.mouse.move(0, 0)
}
