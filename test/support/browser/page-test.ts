import { type Browser, type BrowserContext, type Page, chromium as playwright } from '@playwright/test'
import { inject, type ProvidedContext, test as plainTest } from 'vitest'
import { type Chromium, launchOptions } from './chromium.ts'

/**
 * The Chromium of the project `browser`.
 * @throws Error that says what was tried, where there is none
 */
export function chromiumHere(found = inject('chromium')): Chromium {
  if ('missing' in found) throw Object.assign(new Error(found.missing), { stack: '' })
  return found
}

/**
 * Starts the Chromium of the project `browser`; for tests that need more than the page of {@link test}.
 *
 * @example await using browser = await playwright.launch(launchOptions(chromium))
 */
export function launchChromium(found = inject('chromium')): Promise<Browser> {
  return playwright.launch(launchOptions(chromiumHere(found)))
}

interface PageFixtures {
  found: ProvidedContext['chromium']
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
 * test('shows the posts', async ({ page }) => {
 *   await page.goto(address)
 *   expect(await page.getByRole('listitem').count()).toBe(25)
 * })
 */
export const test = plainTest.extend<PageFixtures>({
  found: [inject('chromium'), { scope: 'worker' }],
  browser: [
    async ({ found }, use) => {
      await using browser = await launchChromium(found)
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
