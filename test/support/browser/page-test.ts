import { type Browser, type BrowserContext, type Page, chromium as playwright } from '@playwright/test'
import { inject, type ProvidedContext, test as plainTest } from 'vitest'
import { present } from './chromium-here.ts'
import type { Chromium } from './ensure/candidate.ts'
import { launchOptions } from './launch-options.ts'

interface PageFixtures {
  found: ProvidedContext['chromium']
  /** Where it is, for who starts it in another way. */
  chromium: Chromium
  /** One for all tests of a process. */
  browser: Browser
  /** A test's own: cookies, storage, cache, service workers. */
  context: BrowserContext
  page: Page
}

/**
 * Vitest's `test` with a page of its own.
 *
 * @example
 * import { expect } from 'vitest'
 * import { test } from './browser/page-test.ts'
 *
 * test('shows the posts', async ({ page }) => {
 *   await page.goto(address)
 *   expect(await page.getByRole('listitem').count()).toBe(25)
 * })
 */
export const test = plainTest.extend<PageFixtures>({
  found: [inject('chromium'), { scope: 'worker' }],
  chromium: [({ found }, use) => use(present(found)), { scope: 'worker' }],
  browser: [
    async ({ chromium }, use) => {
      await using browser = await playwright.launch(launchOptions(chromium))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  context: async ({ browser }, use) => {
    await using context = await browser.newContext()
    await use(context)
  },
  page: async ({ context }, use) => use(await context.newPage()),
})
