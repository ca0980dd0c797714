import { UnderstudyError } from '../../handlers/model/errors.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { parseSnapshot } from '../../handlers/store/snapshot-data.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Turns the bytes of a data file into its text, without the byte order mark that some editors put before it.
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
    throw unreadable(name, message.replace(/^F/, 'f').replace(/\.$/, ''))
  }
}

/** Writes what {@link parseDataFile} reads, for people too: one line for each field. */
export function formatDataFile(snapshot: Snapshot): string {
  return `${stringifyJson(snapshot, 2)}\n`
}

/** The error of a file that is there and cannot be used. */
export function unreadable(name: string, fact: string): UnderstudyError {
  return new UnderstudyError(
    'DATA_FILE_INVALID',
    `Failed to read the data file ${JSON.stringify(name)}: ${fact}. Correct it, or pass another file; it was left as it is.`,
  )
}

/** The error of a file that cannot be written. */
export function unwritable(name: string, cause: unknown): UnderstudyError {
  const { code, message } = cause as NodeJS.ErrnoException
  const fact = code === 'ENOENT' ? 'there is no such folder' : message
  return new UnderstudyError(
    'DATA_FILE_UNWRITABLE',
    `Failed to write the data file ${JSON.stringify(name)}: ${fact}. Pass a file in a folder that can be written.`,
    { cause },
  )
}
