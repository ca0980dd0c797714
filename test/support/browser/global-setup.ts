import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPackage } from '../built-package.ts'
import { setup as makeRunFolder } from '../run-folder.ts'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium of the project `browser`, or why there is none; tests ask `chromiumHere`. */
    chromium: Chromium | { readonly missing: string }
  }
}

const dist = resolve(import.meta.dirname, '../../../dist')

/** Runs once before the browser tests, and only where some are to run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // An error here would end the whole run, and nobody would hear of the tests that need no browser.
  const chromium = await findChromium().catch(({ message }: Error) => ({ missing: message }))
  project.provide('chromium', chromium)
  return await buildPages()
}

/** Puts the panel and the page where `npm start` puts them, so that the tests see what a person would. */
export async function buildPages(): Promise<(() => Promise<void>) | undefined> {
  // The set-up of a project may come before that of the run: what is built here is built once.
  const remove = await makeRunFolder()
  const built = await buildPackage()
  for (const name of ['panel', 'page']) {
    await rm(join(dist, name), { recursive: true, force: true })
    await cp(join(built, 'dist', name), join(dist, name), { recursive: true })
  }
  return remove
}
