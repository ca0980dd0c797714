import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { PostId } from '../../handlers/model/post.ts'
import { type GivenSecrets, redactorFor } from '../redaction/redactor-for.ts'
import { runMark, runMarkBytes, titleOf } from '../spec/marks.ts'
import { Book, type End } from './book.ts'
import type { Headers } from './creates.ts'
import { type LedgerEntry, type LedgerFile, ledgerFolder, openLedgerFile } from './ledger-file.ts'
import { sentIn } from './sent-texts.ts'

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
  const started = new Date().toISOString()
  const entry = { run, url, started, pid: process.pid, host: hostname() }
  const file = openLedgerFile(join(folder, `${run}.jsonl`), entry)
  const { data } = redactorFor(secrets)
  return new Ledger({ ...file, append: (entry) => file.append(data(entry)) }, run)
}

/**
 * The journal of a run on disk: every write before it is sent, so that a later run can remove the posts of a killed
 * one. What it notes, its book knows.
 */
export class Ledger implements AsyncDisposable {
  /** Unique to the run; every title begins with it. */
  readonly marker: string
  readonly book: Book
  readonly #file: LedgerFile
  #titles = 0
  #isClosed = false

  /** @param entries what an earlier process noted in the file. */
  constructor(file: LedgerFile, marker: string, entries: readonly LedgerEntry[] = []) {
    this.#file = file
    this.marker = marker
    this.book = new Book(marker)
    for (const entry of entries) {
      if ('removed' in entry) this.book.gone(entry.removed)
      else if ('foreign' in entry) this.book.foreign(entry.foreign)
      else if (!('sent' in entry)) continue
      else if (entry.gave !== undefined) this.book.created(entry.gave, entry.sent)
      else this.book.recall(entry.sent, entry.to)
    }
  }

  get file(): string {
    return this.#file.path
  }

  /** A new unique title; no title of a run contains another. */
  readonly nextTitle = (): string => titleOf(this.marker, ++this.#titles)

  /**
   * Call before a create is sent; call the returned function with the outcome.
   * @throws UnderstudyError `LEDGER_UNUSABLE`
   */
  creating(body: string, headers: Headers): End {
    const sent = sentIn(body)
    this.#file.append({ sent })
    this.#file.check()
    const end = this.book.creating(body, headers)
    return (outcome) => {
      for (const id of end(outcome)) this.created({ id, title: sent[0], content: sent[1] })
    }
  }

  /** The same for a replace. Its path may have no id. */
  replacing(id: PostId | undefined, body: string, headers: Headers): End {
    this.#file.append({ sent: sentIn(body), to: id })
    this.#file.check()
    return this.book.replacing(id, body, headers)
  }

  /** The same for a delete. */
  deleting(id: PostId | undefined): End {
    const end = this.book.deleting(id)
    return (outcome) => {
      end(outcome)
      if (id !== undefined && this.book.get(id)?.isDeleted) this.#file.append({ removed: id })
    }
  }

  /** Notes a post that a reply to a create names. */
  created(post: { readonly id: PostId; readonly title: string; readonly content?: string }): void {
    const { id, title, content = '' } = post
    this.#file.append({ sent: [title, content], gave: id })
    this.book.created(id, [title, content])
  }

  /** Notes that a post is deleted, or not the run's any more. */
  removed(id: PostId): void {
    if (this.book.get(id)?.isOwn) this.#file.append({ removed: id })
    this.book.gone(id)
  }

  /** Notes foreign posts, also for a sweep: it must never write to them. */
  foreign(ids: readonly PostId[]): void {
    if (ids.length === 0) return
    this.#file.append({ foreign: ids })
    this.book.foreign(ids)
  }

  /** The ids of posts that may be left at the provider; undefined stands for posts whose ids are unknown. */
  leftovers(): readonly (PostId | undefined)[] {
    const own = this.book.own.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
    return this.book.creates.mayHaveUnknown ? [...own, undefined] : own
  }

  /** Closes the ledger. Removes its file where nothing is left, keeps it for a sweep otherwise. */
  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    const { toCome, mayHaveUnknown } = this.book.creates
    const isClean = this.book.own.length === 0 && toCome.length === 0 && !mayHaveUnknown
    if (!isClean) this.#file.append({ closed: new Date().toISOString() })
    this.#file.close(isClean)
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
