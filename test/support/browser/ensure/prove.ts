import { chromium as playwright } from '@playwright/test'
import { launchOptions } from '../launch-options.ts'
import type { Chromium } from './candidate.ts'

/** Launches a Chromium and lets it render a page: a file of the right name may lack a library, or a sandbox. */
export async function prove(chromium: Chromium): Promise<void> {
  const browser = await playwright
    .launch({ ...launchOptions(chromium), timeout: 30_000 })
    .catch((error: unknown) => {
      throw new Error(launchFailure(error))
    })
  try {
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>ready</title>')
    const title = await page.title()
    if (title !== 'ready') throw new Error(`it rendered the title "${title}" where "ready" was written`)
  } finally {
    await browser.close()
  }
}

/** Playwright's message repeats the whole command line and log; what Chromium itself complained about says why. */
function launchFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const complaint = /\[err\] (.+)/.exec(message) ?? /(spawn .+|cannot execute.+)/.exec(message)
  return complaint?.[1] ?? message.split('\n')[0] ?? message
}
