import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Candidate } from './candidate.ts'
import { playwrightOwn } from './playwright-own.ts'
import { runBounded } from './run-bounded.ts'

/** What a developer would do by hand. It downloads 170 MB; without a network it gives up after some seconds. */
export const playwrightInstall: Candidate = {
  name: '`playwright install chromium`',
  async find() {
    const main = join(
      dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
      'cli.js',
    )
    await runBounded(process.execPath, [main, 'install', '--no-shell', 'chromium'], {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
      silence: 20_000,
    })
    return playwrightOwn.find()
  },
}
