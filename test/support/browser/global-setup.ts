import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium of the project `browser`, or why there is none; tests ask `chromiumHere`. */
    chromium: Chromium | { readonly missing: string }
  }
}

/** Runs once before the browser tests, and only where some are to run. */
export async function setup(project: TestProject): Promise<void> {
  // An error here would end the whole run, and nobody would hear of the tests that need no browser.
  const chromium = await findChromium().catch(({ message }: Error) => ({ missing: message }))
  project.provide('chromium', chromium)
}
