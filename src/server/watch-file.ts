import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { realTimers } from '../../handlers/model/timers.ts'

/** How long to wait after a change, in milliseconds: editors write in several steps. */
const debounce = 80

/**
 * Watches a file through its folder, because most editors replace the file.
 *
 * @returns a function that stops.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: unknown
  const later = () => {
    realTimers.clearTimeout(timer as never)
    timer = realTimers.setTimeout(changed, debounce)
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
