import { type Browser, chromium } from '@playwright/test'
import { chromiumHere } from './chromium-here.ts'
import { launchOptions } from './launch-options.ts'

/**
 * Starts the Chromium of the project `browser`; for tests that need more than the page of `page-test.ts` gives.
 *
 * @example await using browser = await launchChromium()
 */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions(chromiumHere()))
}
