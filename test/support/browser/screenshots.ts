import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Page, chromium as playwright } from '@playwright/test'
import { htmlReport } from '../../../contracts/report/verify-reports.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { mapTexts } from '../../../handlers/model/visible.ts'
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
  await writeFile(join(folder, `panel-${colorScheme}.webp`), await webpOf(page))
  await page.setViewportSize({ width: 960, height: 960 })
  await page.goto('about:blank')
  await page.setContent(report)
  await writeFile(join(folder, `verdict-${colorScheme}.webp`), await webpOf(page))
}
await removeBuild?.()

/** A picture of what a page shows, as WebP, which Playwright does not write and Chromium does. */
async function webpOf(page: Page): Promise<Buffer> {
  const picture = (await page.screenshot()).toString('base64')
  const blank = await browser.newPage()
  const webp = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8)
  }, picture)
  await blank.close()
  return Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64')
}

/** What `verify` says of Sails, with the address that the README has. */
async function reportOnSails(): Promise<string> {
  await using provider = await providerNamed('sails').start()
  await using ledgers = await mkdtempDisposable(join(tmpdir(), 'posts-understudy-screenshots-'))
  const result = await verifyProvider({ url: provider.url, ledgerFolder: ledgers.path, budget: 0 })
  const shown = mapTexts(result, (text) => text.replaceAll(provider.url, 'https://staging.example.com/v1'))
  return htmlReport(shown, { at: Date.now(), by: `posts-understudy ${manifest.version}` })
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
