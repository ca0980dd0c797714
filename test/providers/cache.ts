import { join } from 'node:path'
import { onceIn } from '../support/once-in.ts'

/** Where third-party stacks are installed: outside the source tree and outside our own dependencies. */
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/posts-understudy/providers')

/** Gives a folder that `fill` has filled completely, once on this machine, however many processes ask. */
export function onceInCache(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  return onceIn(cacheFolder, name, fill)
}
