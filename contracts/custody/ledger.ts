import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { type GivenSecrets, redactorFor } from '../redaction/redactor-for.ts'
import { runMark, runMarkBytes, titleOf } from '../spec/marks.ts'
import { Book, type End } from './book.ts'
import { type LedgerEntry, ledgerFolder, lineOf } from './ledger-file.ts'
import { type SentHeaders, sentIn } from './sent-texts.ts'

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
 * const ledger = openLedger({ url: client.url })
 * const writing = client.writing(new WriteGuard(ledger))
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

/**
 * The journal of a run on disk: every write before it is sent, so that a later run can remove the posts of a killed
 * one. What it notes, its book knows.
 */
export class Ledger implements AsyncDisposable {
  /** Unique to the run; every title begins with it. */
  readonly marker: string
  readonly file: string
  readonly book: Book
  readonly #redact: <Value>(value: Value) => Value
  #failure: unknown
  #titles = 0
  #isClosed = false

  /** @param options.entries what an earlier process noted in the file. */
  constructor(
    file: string,
    marker: string,
    options: { entries?: readonly LedgerEntry[]; redact?: <Value>(value: Value) => Value },
  ) {
    this.file = file
    this.marker = marker
    this.book = new Book(marker)
    this.#redact = options.redact ?? ((value) => value)
    for (const entry of options.entries ?? []) {
      if ('removed' in entry) this.book.gone(entry.removed)
      else if ('foreign' in entry) this.book.foreign(entry.foreign)
      else if (!('sent' in entry)) continue
      else if (entry.gave !== undefined) this.book.created(entry.gave, entry.sent)
      else this.book.recall(entry.sent, entry.to)
    }
  }

  /** A new unique title; no title of a run contains another. */
  readonly nextTitle = (): string => titleOf(this.marker, ++this.#titles)

  /** Adds a line: it is kept even if the process is killed next. */
  #append(entry: LedgerEntry): void {
    try {
      // The line before may be cut off: it is that of an earlier process then.
      if (this.#failure === undefined) appendFileSync(this.file, `\n${lineOf(this.#redact(entry))}`)
    } catch (error) {
      this.#failure = error
    }
  }

  /** Adds the line of a write that is about to be sent. @throws UnderstudyError `LEDGER_UNUSABLE` */
  #note(entry: LedgerEntry): void {
    this.#append(entry)
    if (this.#failure !== undefined) throw unusable(this.file, this.#failure)
  }

  /**
   * Call before a create is sent; call the returned function with the outcome.
   * @throws UnderstudyError `LEDGER_UNUSABLE`
   */
  creating(body: string, headers: SentHeaders): End {
    const sent = sentIn(body)
    this.#note({ sent })
    const end = this.book.creating(body, headers)
    return (outcome) => {
      for (const id of end(outcome)) this.created({ id, title: sent[0], content: sent[1] })
    }
  }

  /** The same for a replace. Its path may have no id. */
  replacing(id: PostId | undefined, body: string, headers: SentHeaders): End {
    this.#note({ sent: sentIn(body), to: id })
    return this.book.replacing(id, body, headers)
  }

  /** The same for a delete. */
  deleting(id: PostId | undefined): End {
    const end = this.book.deleting(id)
    return (outcome) => {
      end(outcome)
      if (id !== undefined && this.book.get(id)?.deleted?.isDone) this.#append({ removed: id })
    }
  }

  /** Notes a post that a reply to a create names. */
  created(post: { readonly id: PostId; readonly title: string; readonly content?: string }): void {
    const { id, title, content = '' } = post
    this.#append({ sent: [title, content], gave: id })
    this.book.created(id, [title, content])
  }

  /** Notes that a post is deleted, or not the run's any more. */
  removed(id: PostId): void {
    if (this.book.get(id)?.isOwn) this.#append({ removed: id })
    this.book.gone(id)
  }

  /** Notes foreign posts, also for a sweep: it must never write to them. */
  foreign(ids: readonly PostId[]): void {
    if (ids.length === 0) return
    this.#append({ foreign: ids })
    this.book.foreign(ids)
  }

  /** The ids of posts that may be left at the provider; undefined stands for posts whose ids are unknown. */
  leftovers(): readonly (PostId | undefined)[] {
    const own = this.book.own.filter(({ deleted }) => !deleted?.isDone).map(({ id }) => id)
    return this.book.marks.unaccounted > 0 ? [...own, undefined] : own
  }

  /** Closes the ledger. Removes its file where nothing is left, keeps it for a sweep otherwise. */
  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    const { toCome, unaccounted } = this.book.marks
    if (this.book.own.length === 0 && toCome.length === 0 && unaccounted === 0)
      rmSync(this.file, { force: true })
    else this.#append({ closed: new Date().toISOString() })
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function unusable(path: string, error: unknown): UnderstudyError {
  const fact = error instanceof Error ? error.message : String(error)
  return new UnderstudyError(
    'LEDGER_UNUSABLE',
    `Failed to write the ledger "${path}": ${fact}. A run cannot create posts without it. Pass another folder with --ledger, or set XDG_STATE_HOME to one.`,
  )
}
