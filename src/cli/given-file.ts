import { realpathSync } from 'node:fs'
import { readRegularFile } from '../server/regular-file.ts'

/** The largest file that an option may name, in bytes: profiles and baselines have some kilobytes. */
const maxBytes = 16 * 1024 * 1024

/**
 * Reads a file that an option names, a link to one too. Anything else than a regular file is refused: a pipe may never end.
 * @throws NotAFile, and what the system says.
 */
export function readGivenFile(file: string): string {
  const found = readRegularFile(realpathSync(file), maxBytes)
  if (!found) throw Object.assign(new Error('there is no such file'), { code: 'ENOENT' })
  return found.bytes.toString()
}
