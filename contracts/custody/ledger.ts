import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import { visibleJson } from '../../handlers/model/visible.ts'
import { type GivenSecrets, redactorFor } from '../redaction.ts'
import type { PostKey } from '../scenarios/addresses.ts'
import { isRunMark, runMark, runMarkBytes } from '../scenarios/marks.ts'
import { readBody } from '../scenarios/post-text.ts'
import { type PostEvent, TrackedPosts } from './tracked-posts.ts'

/** The first line of a ledger: its run. */
export interface RunEntry {
  readonly run: string
  /** The given base address, without credentials. */
  readonly url: string
  /** ISO 8601. */
  readonly started: string
  /** Its process. */
  readonly pid: number
  readonly host: string
}

/** A later line of a ledger. */
type LedgerEntry = PostEvent | { readonly kind: 'closed'; readonly at: string }

type LedgerLines = [run?: RunEntry, ...entries: LedgerEntry[]]

export interface LedgerOptions {
  /** The provider's base address, without credentials. */
  readonly url: string
  /** Default `posts-understudy/ledger` in the user's state folder: XDG_STATE_HOME, or ~/.local/state. */
  readonly folder?: string
  /** Redacted in the file. */
  readonly secrets?: GivenSecrets
}

/**
 * Opens the ledger of a new run and creates its file.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE` where the file cannot be written.
 * @example
 * await using ledger = await openLedger({ url: client.url })
 * const writing = client.writing(new WriteGuard(ledger.posts).pass)
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { url, folder = ledgerFolder(), secrets = {} } = options
  const run = runMark(randomBytes(runMarkBytes))
  const file = join(folder, `${run}.jsonl`)
  const entry = { run, url, started: new Date().toISOString(), pid: process.pid, host: hostname() }
  try {
    // Other users must not read it.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, lineOf(entry), { flag: 'ax', mode: 0o600, flush: true })
  } catch (error) {
    throw unusable(file, error)
  }
  return new Ledger(file, run, { redact: redactorFor(secrets).data })
}

/** The folder of ledgers: in the user's state folder (XDG base directories), whatever the working directory. */
export function ledgerFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const { XDG_STATE_HOME = '' } = environment
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state')
  return join(state, 'posts-understudy', 'ledger')
}

/**
 * The posts of a run on disk: every write is there before it is sent, so that a later run can remove the posts of a
 * killed one.
 */
export class Ledger implements AsyncDisposable {
  readonly file: string
  readonly posts: TrackedPosts
  readonly #redact: <Value>(value: Value) => Value
  #failure: unknown
  #isClosed = false

  /** @param options.entries what an earlier process noted in the file. */
  constructor(
    file: string,
    marker: string,
    options: { entries?: readonly LedgerEntry[]; redact?: <Value>(value: Value) => Value },
  ) {
    this.file = file
    this.#redact = options.redact ?? ((value) => value)
    this.posts = new TrackedPosts(marker, this.#add)
    for (const entry of options.entries ?? []) if (entry.kind !== 'closed') this.posts.recall(entry)
  }

  /** The ids of posts that may be left at the provider; undefined stands for posts whose ids are unknown. */
  leftovers(): readonly (PostKey | undefined)[] {
    const { own, marks } = this.posts
    const left = own.filter(({ state }) => state !== 'deleted').map(({ id }) => id)
    return [...left, ...marks.toCome.map(() => undefined), ...(this.#isUnlisted ? [undefined] : [])]
  }

  /** Whether no list shows what creates made. */
  get #isUnlisted(): boolean {
    return this.posts.marks.areAny && !this.posts.isLatestListed
  }

  /** Adds a line: it is kept even if the process is killed next. @throws UnderstudyError `LEDGER_UNUSABLE` */
  readonly #add = (entry: LedgerEntry): void => {
    if (this.#isClosed) return
    try {
      // The line before may be cut off: it is that of an earlier process then.
      if (this.#failure === undefined) appendFileSync(this.file, `\n${lineOf(this.#redact(entry))}`)
    } catch (error) {
      this.#failure = error
    }
    const isWrite = entry.kind === 'create' || entry.kind === 'replace'
    if (this.#failure !== undefined && isWrite) throw unusable(this.file, this.#failure)
  }

  /** Closes the ledger. Removes its file where nothing is left, keeps it for a sweep otherwise. */
  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return
    const { own, marks } = this.posts
    if (own.length + marks.toCome.length === 0 && !this.#isUnlisted) rmSync(this.file, { force: true })
    else this.#add({ kind: 'closed', at: new Date().toISOString() })
    this.#isClosed = true
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function lineOf(entry: RunEntry | LedgerEntry): string {
  return visibleJson(stringifyJson(entry))
}

/** Reads a ledger, without lines that were cut off; undefined where it is not a ledger. */
export function readEntries(text: string): { run: RunEntry; entries: readonly LedgerEntry[] } | undefined {
  const [run, ...entries] = text.split('\n').map(readBody).filter(isObject) as unknown as LedgerLines
  // With another marker, foreign posts could be taken for the run's.
  return run && isRunMark(String(run.run)) ? { run, entries } : undefined
}

function unusable(path: string, error: unknown): UnderstudyError {
  const fact = error instanceof Error ? error.message : String(error)
  return new UnderstudyError(
    'LEDGER_UNUSABLE',
    `Failed to write the ledger "${path}": ${fact}. A run cannot create posts without it. Pass another folder with --ledger, or set XDG_STATE_HOME to one.`,
  )
}
