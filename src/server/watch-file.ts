import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { realTimers } from '../../handlers/model/timers.ts'

/** How long a file must be left in peace before it is looked at, in milliseconds: editors write in several steps. */
const peace = 80

/**
 * Calls back when a file may have changed. The folder is watched, as most editors put a new file in the place of the old.
 *
 * @returns a function that ends it.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: unknown
  const later = () => {
    realTimers.clearTimeout(timer as never)
    timer = realTimers.setTimeout(changed, peace)
  }
  const watcher = watch(dirname(path), (_event, name) => {
    if (name === null || name === basename(path)) later()
  })
  watcher.on('error', later)
  return () => {
    realTimers.clearTimeout(timer as never)
    watcher.close()
  }
}
