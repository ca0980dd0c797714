import type { TestProject } from 'vitest/node'
import type { Chromium } from './ensure/candidate.ts'
import { ensureChromiumHere } from './ensure/here.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium of the project `browser`. */
    chromium: Chromium
  }
}

/** Runs once before the browser tests, and only where some are to run. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await ensureChromiumHere())
}
