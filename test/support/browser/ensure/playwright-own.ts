import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { Candidate } from './candidate.ts'

/** The Chromium that this Playwright was tested with, where `playwright install` has put it. */
export const playwrightOwn: Candidate = {
  name: "Playwright's own",
  async find() {
    const executablePath = chromium.executablePath()
    if (!existsSync(executablePath)) throw new Error(`there is no ${executablePath}`)
    return [{ executablePath, env: {} }]
  },
}
