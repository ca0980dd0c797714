import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ProviderClient } from '../wire/client.ts'
import { type CleanUpOptions, type CleanUpResult, cleanUp } from './clean-up.ts'
import { Ledger, ledgerFolder, type RunEntry, readEntries, unusable } from './ledger.ts'
import { WriteGuard } from './write-guard.ts'

export interface SweepOptions extends CleanUpOptions {
  readonly client: ProviderClient
  /** The folder of the ledgers. Default that of {@link openLedger}. */
  readonly folder?: string
  /** Whether the process of a run may still be running. Default asks the system. */
  readonly isAlive?: (run: RunEntry) => boolean
}

/** A run that did not clean up, and what happened to its posts. */
export interface SweptRun extends CleanUpResult {
  readonly run: string
  /** ISO 8601. */
  readonly started: string
}

export interface SweepResult {
  readonly swept: readonly SweptRun[]
  /** Ledgers that were not swept, with the reason: of this provider, or unreadable. */
  readonly skipped: readonly SkippedLedger[]
}

interface SkippedLedger {
  readonly file: string
  readonly reason: string
  /** Whether the file could not be read. Default false. */
  readonly isUnreadable?: boolean
}

/** From this age of a run on, in milliseconds, a create without a reply counts as not done. */
const longestUnseen = 3_600_000

/**
 * Removes the posts that killed runs left at a provider: for every ledger of its address whose run has ended, all
 * posts with the run's marker. Posts without a marker are reported and not removed: they may be foreign by now.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE`
 * @example
 * const { swept } = await sweep({ client: createProviderClient({ url: 'https://staging.example.com/v1' }) })
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { client, folder = ledgerFolder(), isAlive = isRunning, ...cleaning } = options
  const swept: SweptRun[] = []
  const skipped: SkippedLedger[] = []
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith('.jsonl')).sort()) {
    const file = join(folder, name)
    try {
      const read = readEntries(await readFile(file, 'utf8'))
      if (read === undefined) {
        skipped.push({ file, reason: 'it is not a ledger of this version' })
        continue
      }
      const { run, started, url } = read.run
      if (url !== client.url) continue
      const isClosed = read.entries.some((entry) => entry.kind === 'closed')
      if (!isClosed && isAlive(read.run)) {
        skipped.push({ file, reason: `its run, started ${started}, may still be running` })
        continue
      }
      await using ledger = new Ledger(file, run, read)
      const { marks } = ledger.posts
      if (Date.now() - Date.parse(started) > longestUnseen) marks.settle(marks.toCome)
      const writing = client.writing(new WriteGuard(ledger.posts).pass)
      swept.push({ run, started, ...(await cleanUp(ledger.posts, writing, { ...cleaning, isOver: true })) })
    } catch (error) {
      // Only files throw here: the clean-up rejects for no failure of the provider.
      if (!isOfFile(error)) throw error
      skipped.push({ file, reason: error.message, isUnreadable: true })
    }
  }
  return { swept, skipped }
}

/** The files in a folder; none where there is no folder. @throws UnderstudyError `LEDGER_UNUSABLE` */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isOfFile(error) && error.code === 'ENOENT') return []
    throw unusable(folder, error, 'read')
  }
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** Whether the process of a run, or another with its number, is running here. */
function isRunning({ pid, host }: RunEntry): boolean {
  try {
    return host === hostname() && process.kill(pid, 0)
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
