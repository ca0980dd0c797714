import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CleanUpOptions, type CleanUpResult, cleanUp } from './clean-up.ts'
import type { ProviderClient } from './client.ts'
import { readEntries } from './ledger/ledger-entry.ts'
import { reopenLedgerFile } from './ledger/ledger-file.ts'
import { ledgerFolder } from './ledger/ledger-folder.ts'
import { mayLive, type RunProcess } from './ledger/run-process.ts'
import { ledgerOf } from './ledger.ts'
import { WriteGuard } from './write-guard.ts'

export interface SweepOptions extends Omit<CleanUpOptions, 'unmarked'> {
  readonly client: ProviderClient
  /** Default where {@link openLedger} puts them. */
  readonly folder?: string
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Asks whether the process of a run may still live. Default what the system says of it. */
  readonly isAlive?: (run: RunProcess, idle: number) => boolean
}

/** A run that ended badly, and what became of its posts. */
export interface SweptRun extends CleanUpResult {
  readonly run: string
  /** ISO 8601. */
  readonly started: string
  /** Path of its ledger; the file is gone where nothing is left. */
  readonly file: string
}

/** What a sweep did. */
export interface SweepResult {
  readonly swept: readonly SweptRun[]
  /** Ledgers of this provider that were left alone, with the reason. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** Addresses of other providers at which runs have left ledgers. */
  readonly elsewhere: readonly string[]
}

/**
 * Removes what killed runs have left at a provider: for every ledger of its address whose run lives no more, all posts
 * that bear the run's marker. Posts without one (see {@link Ledger.madeFor}) are listed and not touched: by now they
 * may be somebody else's.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE`
 * @example
 * const { swept } = await sweep({ client: createProviderClient({ url: 'https://staging.example.com/v1' }) })
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { client, folder = ledgerFolder(), now = Date.now, isAlive = mayLive, ...cleaning } = options
  const swept: SweptRun[] = []
  const skipped: { file: string; reason: string }[] = []
  const elsewhere = new Set<string>()
  for (const file of await ledgersIn(folder)) {
    const ledgerText = await readFile(file, 'utf8')
    const read = readEntries(ledgerText)
    if (read === undefined) {
      skipped.push({ file, reason: 'it is not a ledger that this version can read' })
      continue
    }
    const { run, started, url } = read.run
    if (url !== client.url) {
      elsewhere.add(url)
      continue
    }
    const closed = read.entries.some((entry) => 'closed' in entry)
    if (!closed && isAlive(read.run, now() - (await stat(file)).mtimeMs)) {
      skipped.push({ file, reason: `its run, begun ${started}, may still be under way` })
      continue
    }
    await using ledger = ledgerOf(await reopenLedgerFile(file), run, url, read.entries, now)
    const writing = client.writing(new WriteGuard(ledger))
    const result = await cleanUp(ledger, writing, { ...cleaning, unmarked: false })
    swept.push({ run, started, file, ...result })
  }
  return { swept, skipped, elsewhere: [...elsewhere] }
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
