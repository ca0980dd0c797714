import { writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { entryLine, type LedgerEntry, type RunEntry } from './ledger-entry.ts'

/** The append-only file of a ledger. */
export interface LedgerFile {
  readonly path: string
  /** Adds a line. The next flush throws what went wrong. */
  append(entry: LedgerEntry): void
  /** Resolves when every line is on disk. @throws UnderstudyError `LEDGER_UNUSABLE` */
  flush(): Promise<void>
  close(remove: boolean): Promise<void>
}

/**
 * The folder of ledgers: below the user's state folder (XDG base directories), so that it does not depend on the
 * working directory.
 */
export function ledgerFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { LOCALAPPDATA, XDG_STATE_HOME = '' } = environment
  const state =
    platform === 'win32'
      ? (LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'))
      : isAbsolute(XDG_STATE_HOME)
        ? XDG_STATE_HOME
        : join(homedir(), '.local', 'state')
  return join(state, 'posts-understudy', 'ledger')
}

/** Makes the file of a new run. @throws UnderstudyError `LEDGER_UNUSABLE` */
export async function createLedgerFile(folder: string, run: RunEntry): Promise<LedgerFile> {
  const path = join(folder, `${run.run}.jsonl`)
  try {
    // Other users must not read it.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await opened(path, 'ax', async (handle) => {
      await handle.appendFile(entryLine(run))
      await handle.datasync()
    })
  } catch (error) {
    throw unusable(path, error)
  }
}

/** Opens the file of an earlier run to add to it. @throws UnderstudyError `LEDGER_UNUSABLE` */
export async function reopenLedgerFile(path: string): Promise<LedgerFile> {
  try {
    // Ends a last line that was cut off.
    return await opened(path, 'a', (handle) => handle.appendFile('\n'))
  } catch (error) {
    throw unusable(path, error)
  }
}

async function opened(
  path: string,
  flags: string,
  begin: (handle: FileHandle) => Promise<void>,
): Promise<LedgerFile> {
  const handle = await open(path, flags, 0o600)
  try {
    await begin(handle)
    return fileOf(path, handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

function fileOf(path: string, handle: FileHandle): LedgerFile {
  let failure: unknown
  return {
    path,
    append(entry) {
      try {
        // Synchronous: the line is written even if the process is killed next.
        if (failure === undefined) writeSync(handle.fd, entryLine(entry))
      } catch (error) {
        failure = error
      }
    },
    async flush() {
      try {
        if (failure === undefined) await handle.datasync()
      } catch (error) {
        failure = error
      }
      if (failure !== undefined) throw unusable(path, failure)
    },
    async close(remove) {
      await handle.close()
      if (remove) await rm(path, { force: true })
    },
  }
}

function unusable(path: string, error: unknown): UnderstudyError {
  const fact = error instanceof Error ? error.message : String(error)
  return new UnderstudyError(
    'LEDGER_UNUSABLE',
    `Failed to write the ledger "${path}": ${fact}. A run cannot create posts without it. Pass another folder with --ledger, or set XDG_STATE_HOME to one.`,
  )
}
