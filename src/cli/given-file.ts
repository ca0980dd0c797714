import { realpathSync } from 'node:fs'
import { readRegularFile } from '../server/regular-file.ts'

/** In bytes; profiles and baselines have some kilobytes. */
const maxBytes = 16 * 1024 * 1024

/**
 * Reads the regular file of an option, or a link to one.
 * @throws NotAFile, and system errors.
 */
export function readGivenFile(file: string): string {
  const found = readRegularFile(realpathSync(file), maxBytes)
  if (!found) throw Object.assign(new Error('the file does not exist'), { code: 'ENOENT' })
  return found.bytes.toString()
}
