import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ProviderClient } from '../wire/client.ts'
import { type CleanUpOptions, type CleanUpResult, cleanUp } from './clean-up.ts'
import { Ledger, ledgerFolder, type RunEntry, readEntries } from './ledger.ts'
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
  /** Ledgers of this provider, and files that cannot be read. */
  readonly skipped: readonly SkippedLedger[]
}

/** A ledger that was not swept. */
interface SkippedLedger {
  readonly file: string
  readonly reason: string
  /** Whether the file could not be read. Default false. */
  readonly isUnreadable?: boolean
}

/** From this age of a run on, in milliseconds, a create whose post nothing shows counts as not done. */
const longestUnseen = 3_600_000

/**
 * Removes the posts that killed runs left at a provider: for every ledger of its address whose run has ended, all
 * posts with the run's marker. Posts without a marker are reported and not removed: they may be foreign by now.
 *
 * @example
 * const { swept } = await sweep({ client: createProviderClient({ url: 'https://staging.example.com/v1' }) })
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { client, folder = ledgerFolder(), isAlive = isRunning, ...cleaning } = options
  const swept: SweptRun[] = []
  const skipped: SkippedLedger[] = []
  const sweepOne = async (file: string) => {
    const read = readEntries(await readFile(file, 'utf8'))
    if (read === undefined) return skipped.push({ file, reason: 'it is not a ledger of this version' })
    const { run, started, url } = read.run
    if (url !== client.url) return
    const isClosed = read.entries.some((entry) => entry.kind === 'closed')
    if (!isClosed && isAlive(read.run))
      return skipped.push({ file, reason: `its run, started ${started}, may still be running` })
    await using ledger = new Ledger(file, run, read)
    if (Date.now() - Date.parse(started) > longestUnseen) ledger.posts.marks.settle()
    const writing = client.writing(new WriteGuard(ledger.posts).pass)
    return swept.push({ run, started, ...(await cleanUp(ledger.posts, writing, cleaning)) })
  }
  const skip = (file: string) => (error: unknown) => {
    // The clean-up rejects for no failure of the provider.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    skipped.push({ file, reason: error.message, isUnreadable: true })
  }
  const names = existsSync(folder) ? await readdir(folder).catch(skip(folder)) : []
  for (const name of names?.filter((each) => each.endsWith('.jsonl')).sort() ?? [])
    await sweepOne(join(folder, name)).catch(skip(join(folder, name)))
  return { swept, skipped }
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
