import { type Browser, chromium } from '@playwright/test'
import { ensureChromiumHere } from './ensure/here.ts'
import { launchOptions } from './launch-options.ts'

/**
 * Finds or gets a Chromium and starts it: for scripts and benches, which have no test runner around them.
 *
 * @example await using browser = await openChromium()
 */
export async function openChromium(): Promise<Browser> {
  return chromium.launch(launchOptions(await ensureChromiumHere()))
}
