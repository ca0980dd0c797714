import { readFileSync, statSync } from 'node:fs'

/** In bytes; profiles, baselines and Pact files have some kilobytes. */
const usualBytes = 16 * 1024 * 1024

/**
 * Reads a regular file, or a link to one, synchronously.
 *
 * @returns undefined where the path does not exist.
 * @throws Error where it is something else, such as a folder or a FIFO, or has more bytes; and the system's errors.
 */
export function readRegularFile(path: string, maxBytes = usualBytes): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (!stats.isFile()) throw new Error('it is not a regular file')
  if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes, more than ${maxBytes}`)
  return readFileSync(path)
}
