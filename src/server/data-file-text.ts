import { UnderstudyError } from '../../handlers/model/errors.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { Snapshot } from '../../handlers/store/snapshot.ts'
import type { World } from '../../handlers/world/world.ts'
import type { LockHolder } from './file-lock.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes the bytes of a data file, without byte order mark.
 * @throws UnderstudyError `DATA_FILE_INVALID`
 */
export function decodeDataFile(bytes: Uint8Array, name: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unreadable(name, 'it is not UTF-8')
  }
}

/**
 * Reads `{ "posts": [...], "ids": {...} }`.
 * @throws UnderstudyError `DATA_FILE_INVALID`
 */
export function parseDataFile(text: string, name: string, world: World): Snapshot {
  try {
    return parseSnapshot(parseJson(text), world)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof SyntaxError) throw unreadable(name, `it is not JSON (${message})`)
    throw unreadable(name, message.replace(/^Failed to load the posts: /, '').replace(/\.(?: Give .*)?$/, ''))
  }
}

/** Formats a snapshot for {@link parseDataFile}, one line for each field. */
export function formatDataFile(snapshot: Snapshot): string {
  return `${stringifyJson(snapshot, 2)}\n`
}

/** How the error of an unreadable file ends. */
export const nothingServed = 'Fix it, or pass another file. It was not changed.'

export function unreadable(name: string, fact: string): UnderstudyError {
  const shown = fact.length > 300 ? `${fact.slice(0, 300)}…` : fact
  return new UnderstudyError(
    'DATA_FILE_INVALID',
    `Failed to read the data file ${JSON.stringify(name)}: ${shown}. ${nothingServed}`,
  )
}

export function unwritable(name: string, cause: unknown): UnderstudyError {
  const { code, message } = cause as NodeJS.ErrnoException
  const fact = code === 'ENOENT' ? 'the folder does not exist' : message
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
  const nextStep = isFull ? 'Free disk space.' : 'Pass a file in a writable folder.'
  return new UnderstudyError(
    'DATA_FILE_UNWRITABLE',
    `Failed to write the data file ${JSON.stringify(name)}: ${fact}. ${nextStep}`,
    { cause },
  )
}

export function inUse(name: string, { pid, url }: LockHolder, lock: string): UnderstudyError {
  const where = url === undefined ? '' : ` at ${url}`
  return new UnderstudyError(
    'DATA_FILE_IN_USE',
    `Failed to open the data file ${JSON.stringify(name)}: process ${pid} serves it${where}. Stop that process, or pass another file. If it is not a posts server, remove ${JSON.stringify(lock)}.`,
  )
}
