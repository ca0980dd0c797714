import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildPackage } from '../built-package.ts'
import { setup as makeRunFolder } from '../run-folder.ts'

const dist = resolve(import.meta.dirname, '../../../dist')

/** Puts the panel and the page where `npm start` puts them, so that the tests see what a person would. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // The set-up of a project may come before that of the run: what is built here is built once.
  const remove = await makeRunFolder()
  const built = await buildPackage()
  for (const name of ['panel', 'page']) {
    await rm(join(dist, name), { recursive: true, force: true })
    await cp(join(built, 'dist', name), join(dist, name), { recursive: true })
  }
  return remove
}
