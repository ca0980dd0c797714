import { readdir, readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ProviderClient } from '../wire/client.ts'
import { type CleanUpOptions, type CleanUpResult, cleanUp } from './clean-up.ts'
import { Ledger } from './ledger.ts'
import { ledgerFolder, openLedgerFile, type RunEntry, readEntries } from './ledger-file.ts'
import { WriteGuard } from './write-guard.ts'

export interface SweepOptions extends CleanUpOptions {
  readonly client: ProviderClient
  /** The folder of the ledgers. Default that of {@link openLedger}. */
  readonly folder?: string
  /** Whether the process of a run may still be running. Default asks the system. */
  readonly isAlive?: (run: Pick<RunEntry, 'pid' | 'host'>, idle: number) => boolean
}

/** A run that did not clean up, and what happened to its posts. */
export interface SweptRun extends CleanUpResult {
  readonly run: string
  /** ISO 8601. */
  readonly started: string
  /** Path of its ledger; the file is removed where nothing is left. */
  readonly file: string
}

export interface SweepResult {
  readonly swept: readonly SweptRun[]
  /** Ledgers of this provider that were not swept, with the reason. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** Ledgers that this version cannot read, of any provider. */
  readonly unreadable: readonly string[]
  /** Addresses of other providers with ledgers in the folder. */
  readonly elsewhere: readonly string[]
}

/**
 * Removes the posts that killed runs left at a provider: for every ledger of its address whose run has ended, all
 * posts with the run's marker. Posts without a marker are reported and not removed: they may be foreign by now.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE`
 * @example
 * const { swept } = await sweep({ client: createProviderClient({ url: 'https://staging.example.com/v1' }) })
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { client, folder = ledgerFolder(), isAlive = mayLive, ...cleaning } = options
  const swept: SweptRun[] = []
  const skipped: { file: string; reason: string }[] = []
  const unreadable: string[] = []
  const elsewhere = new Set<string>()
  for (const file of await ledgersIn(folder)) {
    const ledgerText = await readFile(file, 'utf8')
    const read = readEntries(ledgerText)
    if (read === undefined) {
      unreadable.push(file)
      continue
    }
    const { run, started, url } = read.run
    if (url !== client.url) {
      elsewhere.add(url)
      continue
    }
    const closed = read.entries.some((entry) => 'closed' in entry)
    if (!closed && isAlive(read.run, Date.now() - (await stat(file)).mtimeMs)) {
      skipped.push({ file, reason: `its run, started ${started}, may still be running` })
      continue
    }
    await using ledger = new Ledger(openLedgerFile(file), run, read.entries)
    const writing = client.writing(new WriteGuard(ledger))
    const result = await cleanUp(ledger, writing, cleaning)
    swept.push({ run, started, file, ...result })
  }
  return { swept, skipped, unreadable, elsewhere: [...elsewhere] }
}

async function ledgersIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

const hour = 3_600_000

/**
 * Whether the process of a run may still be running; true in doubt: on another machine for an hour, and for a day
 * where a process has its number.
 *
 * @param idle how long ago the run wrote its last line, in milliseconds.
 */
export function mayLive({ pid, host }: Pick<RunEntry, 'pid' | 'host'>, idle: number): boolean {
  return host === hostname() ? idle < 24 * hour && exists(pid) : idle < hour
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
