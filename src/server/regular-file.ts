import { readFileSync, statSync } from 'node:fs'

/**
 * Reads a regular file, or a link to one, synchronously: reading a FIFO or a device may never end.
 *
 * @throws Error for anything else, and the system's errors.
 */
export function readRegularFile(path: string): Buffer {
  if (!statSync(path).isFile()) throw new Error('it is not a regular file')
  return readFileSync(path)
}
