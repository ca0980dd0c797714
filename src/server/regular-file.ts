import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'

/** A path is not a regular file. */
export class NotAFile extends Error {
  constructor(kind: string) {
    super(`it is ${kind}, not a regular file`)
  }
}

/**
 * Reads a regular file synchronously. Does not follow links, and does not block on a FIFO.
 *
 * @returns undefined where the path does not exist.
 * @throws NotAFile, and system errors.
 */
export function readRegularFile(path: string, maxBytes: number): { bytes: Buffer; stats: Stats } | undefined {
  const descriptor = openForReading(path)
  if (descriptor === undefined) return undefined
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new NotAFile(kindOf(stats))
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes, more than ${maxBytes}`)
    return { bytes: readFileSync(descriptor), stats }
  } finally {
    closeSync(descriptor)
  }
}

function openForReading(path: string): number | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'EMLINK') throw new NotAFile('a symbolic link')
    if (code === 'ENXIO') throw new NotAFile('a socket')
    throw error
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
