import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { PostId } from '../../handlers/model/post.ts'
import { type GivenSecrets, redactorFor } from '../redaction/redactor-for.ts'
import { runMark, runMarkBytes, titleOf } from '../spec/marks.ts'
import { Book, type End } from './book.ts'
import {
  createLedgerFile,
  idsOf,
  type LedgerEntry,
  type LedgerFile,
  ledgerFolder,
  rangesOf,
} from './ledger-file.ts'
import { sentIn } from './sent-texts.ts'

export interface LedgerOptions {
  /** The provider's base address, without credentials. */
  readonly url: string
  /** Default `posts-understudy/ledger` in the user's state folder: XDG_STATE_HOME, ~/.local/state, %LOCALAPPDATA%. */
  readonly folder?: string
  /** Redacted in the file. */
  readonly secrets?: GivenSecrets
}

/** The headers of a request, by name. */
type Headers = Readonly<Record<string, unknown>>

/**
 * The journal of a run on disk: every write before it is sent, so that a later run can remove the posts of a killed
 * one. What it notes, its book knows.
 */
export interface Ledger extends AsyncDisposable {
  /** Unique to the run; every title begins with it. */
  readonly marker: string
  readonly file: string
  readonly book: Book
  /** A new unique title; no title of a run contains another. */
  nextTitle(): string
  /**
   * Call before a create is sent; call the returned function with the outcome.
   * @throws UnderstudyError `LEDGER_UNUSABLE`
   */
  creating(body: string, headers: Headers): End
  /** The same for a replace. Its path may have no id. */
  replacing(id: PostId | undefined, body: string, headers: Headers): End
  /** The same for a delete. */
  deleting(id: PostId | undefined): End
  /** Notes a post that a reply to a create names. */
  created(post: { readonly id: PostId; readonly title: string; readonly content?: string }): void
  /** Notes that a post is deleted, or not the run's any more. */
  removed(id: PostId): void
  /** Notes foreign posts, also for a sweep: it must never write to them. */
  foreign(ids: readonly PostId[]): void
  /** Notes that the id of every listed post with the marker is known. */
  accounted(): void
  /** The ids of posts that may be left at the provider; undefined stands for posts whose ids are unknown. */
  leftovers(): readonly (PostId | undefined)[]
  /** Closes the ledger. Removes its file where nothing is left, keeps it for a sweep otherwise. */
  close(): Promise<void>
}

/**
 * Opens the ledger of a new run and creates its file.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE` where the file cannot be written.
 * @example
 * const ledger = await openLedger({ url: client.url })
 * const writing = client.writing(new WriteGuard(ledger))
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { url, folder = ledgerFolder(), secrets = {} } = options
  const run = runMark(randomBytes(runMarkBytes))
  const started = new Date().toISOString()
  const file = await createLedgerFile(folder, { run, url, started, pid: process.pid, host: hostname() })
  const { data } = redactorFor(secrets)
  return ledgerOf({ ...file, append: (entry) => file.append(data(entry)) }, run, [])
}

/** Continues the ledger in a file, of a new run or of one that crashed. */
export function ledgerOf(file: LedgerFile, marker: string, entries: readonly LedgerEntry[]): Ledger {
  const book = new Book(marker)
  let titles = 0
  let accounted = false
  for (const entry of entries) {
    if ('sent' in entry) book.recall(entry.sent, entry)
    if ('removed' in entry) book.gone(entry.removed)
    if ('foreign' in entry) book.foreign(idsOf(entry.foreign))
  }
  const created: Ledger['created'] = ({ id, title, content = '' }) => {
    file.append({ sent: [title, content], gave: id })
    book.created(id, [title, content])
  }
  const mayHaveUnknown = () => book.mayHaveUnknown && !accounted
  let closed: Promise<void> | undefined
  const end = async () => {
    const isClean = book.own.length === 0 && book.toCome.length === 0 && !mayHaveUnknown()
    if (!isClean) file.append({ closed: new Date().toISOString() })
    await file.close(isClean)
  }
  const close = () => (closed ??= end())
  return {
    marker,
    file: file.path,
    book,
    nextTitle: () => titleOf(marker, ++titles),
    creating(body, headers) {
      accounted = false
      const sent = sentIn(body)
      file.append({ sent })
      file.check()
      const end = book.creating(body, headers)
      return (outcome) => {
        for (const id of end(outcome)) created({ id, title: sent[0], content: sent[1] })
      }
    },
    replacing(id, body, headers) {
      file.append({ sent: sentIn(body), to: id })
      file.check()
      return book.replacing(id, body, headers)
    },
    deleting(id) {
      const end = book.deleting(id)
      return (outcome) => {
        end(outcome)
        if (id !== undefined && book.get(id)?.isDeleted) file.append({ removed: id })
      }
    },
    created,
    removed(id) {
      if (book.get(id)?.isOwn) file.append({ removed: id })
      book.gone(id)
    },
    foreign(ids) {
      if (ids.length === 0) return
      file.append({ foreign: rangesOf(ids) })
      book.foreign(ids)
    },
    accounted() {
      accounted = true
    },
    leftovers: () => [
      ...book.own.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
      ...(mayHaveUnknown() ? [undefined] : []),
    ],
    close,
    [Symbol.asyncDispose]: close,
  }
}
