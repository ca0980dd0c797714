import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Page, chromium as playwright } from '@playwright/test'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { createPostsServer } from '../../../src/server.ts'
import { providerNamed } from '../../providers/all.ts'

import { findChromium, launchOptions } from './chromium.ts'
import { buildPages } from './global-setup.ts'
import { openPanel } from './panel.ts'

/*
 * Makes the pictures of the README anew: `node test/support/browser/screenshots.ts`. They show a choice that
 * was changed in the panel, and how the app beside it follows; and what `verify --html` says of Sails, as it comes. For fonts as
 * people have them: `apt-get install fonts-inter fonts-jetbrains-mono`.
 */

const folder = resolve(import.meta.dirname, '../../../docs/images')

const removeBuild = await buildPages()
const report = await reportOnSails()
const options = launchOptions(await findChromium())
const fonts = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') }
await using browser = await playwright.launch({ ...options, env: { ...options.env, ...fonts } })
for (const colorScheme of ['light', 'dark'] as const) {
  await using server = await createPostsServer({ onWarning() {} })
  const viewport = { width: 1200, height: 800 }
  const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 1.25 })
  await page.goto(`${server.origin}/_understudy/page/#/23`)
  await changeTheOrder(page)
  await page.screenshot({ path: join(folder, `panel-${colorScheme}.jpg`), quality: 70 })
  await page.setViewportSize({ width: 960, height: 860 })
  await page.goto('about:blank')
  await page.setContent(report)
  await page.screenshot({ path: join(folder, `verdict-${colorScheme}.jpg`), quality: 70 })
}
await removeBuild?.()

async function reportOnSails(): Promise<string> {
  await using provider = await providerNamed('sails').start()
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-screenshots-'))
  const result = await verifyProvider({ url: provider.url, ledgerFolder, budget: 0 })
  await rm(ledgerFolder, { recursive: true })
  return htmlReport(result, { at: Date.now(), by: `posts-understudy ${manifest.version}` })
}

async function changeTheOrder(page: Page): Promise<void> {
  // The panel lies over the page: in a picture nothing is to be cut off.
  await page.evaluate(() => document.body.style.setProperty('padding-inline-end', '470px'))
  const panel = await openPanel(page, 'requests')
  await panel
    .locator('.rows button')
    .filter({ hasText: /^\s*GET\s*\/posts\s/ })
    .last()
    .click()
  await panel.getByRole('combobox', { name: 'list.order' }).selectOption('id-descending')
  // The page loads the list again, and the newest post is the first.
  await page.locator('nav li a[href="#/25"]').waitFor()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await panel.getByRole('heading', { name: 'Reply now' }).waitFor()
  await panel.getByRole('combobox', { name: 'list.order' }).scrollIntoViewIfNeeded()
}
