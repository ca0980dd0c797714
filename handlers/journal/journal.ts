import type { PlainReply } from '../http/plain.ts'
import { outsideInterface, type Warning } from '../http/warning.ts'
import { abortable, type Timers } from '../model/timers.ts'
import { entryOf, type JournalEntry, keptReply, type Note } from './journal-entry.ts'
import { type JournalFilter, journalMatcher, waitedInVain } from './journal-filter.ts'

/** The common size limit of some journals: beyond it, the largest one loses its older half. */
export class JournalRoom {
  /** In characters. */
  readonly #limit = 64 * 1024 * 1024
  readonly #journals = new Set<Journal>()
  #used = 0

  add(journal: Journal): void {
    this.#journals.add(journal)
    this.#used += journal.size
  }

  /** Stops counting a journal. */
  remove(journal: Journal): void {
    if (this.#journals.delete(journal)) this.#used -= journal.size
  }

  /** Counts a change of a journal's size. */
  changed(journal: Journal, characters: number): void {
    if (!this.#journals.has(journal)) return
    this.#used += characters
    if (this.#used > this.#limit) this.#largest(journal).halve()
  }

  #largest(journal: Journal): Journal {
    let largest = journal
    for (const other of this.#journals) if (other.size > largest.size) largest = other
    return largest
  }
}

/** The requests that a world answered, oldest first. */
export class Journal {
  #notes: Note[] = []
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  /** The number of the oldest note. */
  #first = 1
  #size = 0
  readonly room: JournalRoom
  readonly #limit: number
  readonly #timers: Timers

  /** @param limit the maximum number of entries; the oldest are dropped. */
  constructor(limit: number, timers: Timers, room: JournalRoom) {
    this.#limit = limit
    this.#timers = timers
    this.room = room
    room.add(this)
  }

  /** The approximate size of the requests in characters. */
  get size(): number {
    return this.#size
  }

  /** The requests, at most the limit. */
  get requests(): readonly JournalEntry[] {
    const start = Math.max(0, this.#notes.length - this.#limit)
    return this.#notes.slice(start).map((note, index) => entryOf(note, this.#first + start + index))
  }

  /** The number of requests, at most the limit. */
  get count(): number {
    return Math.min(this.#notes.length, this.#limit)
  }

  /** The number of the latest request, also after a clear; 0 before the first. */
  get latest(): number {
    return this.#first + this.#notes.length - 1
  }

  /** The warnings of all requests: where they go beyond the interface document. */
  get warnings(): readonly Warning[] {
    return this.requests.flatMap(({ warnings }) => warnings)
  }

  /**
   * The requests that match a filter.
   * @example expect(mock.journal.filter({ operation: 'create', status: 201 })).toHaveLength(1)
   */
  filter(filter: JournalFilter): readonly JournalEntry[] {
    return this.requests.filter(journalMatcher(filter))
  }

  /**
   * Waits for the first request that matches the filter, including past ones.
   * @param options `timeout` in milliseconds, default 1000; of real time, also under fake timers.
   * @throws UnderstudyError `WAIT_TIMED_OUT`, with the requests that arrived.
   * @example const { body } = await mock.journal.waitFor('create')
   */
  async waitFor(filter: JournalFilter, { timeout = 1000 }: { timeout?: number } = {}): Promise<JournalEntry> {
    const matches = journalMatcher(filter)
    let found = this.requests.find(matches)
    if (found) return found
    const { done, release } = abortable(timeout, undefined, this.#timers)
    const stop = this.listen((entry) => {
      if (!matches(entry)) return
      found ??= entry
      release()
    })
    await done
    stop()
    if (found) return found
    throw waitedInVain(filter, timeout, this.requests)
  }

  /**
   * Calls a listener for every answered request.
   * @returns a function that removes it.
   */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Removes all requests. */
  clear(): void {
    this.#forget(this.#notes.length)
  }

  /** Removes the older half of the requests. */
  halve(): void {
    this.#forget(Math.ceil(this.#notes.length / 2))
  }

  /**
   * Asserts that no request went beyond the interface document.
   * @throws UnderstudyError `OUTSIDE_INTERFACE`, with each request and the words of the document.
   * @example afterEach(() => mock.journal.assertWithinInterface())
   */
  assertWithinInterface(): void {
    const { warnings } = this
    if (warnings.length > 0) throw outsideInterface(warnings)
  }

  /** Adds an answered request. */
  note(answered: Omit<Note, 'reply'> & { readonly reply: PlainReply }): void {
    const note = { ...answered, reply: keptReply(answered.reply) }
    this.#notes.push(note)
    this.#resize(sizeOf(note))
    // Dropping half at a time keeps the cost of a long run constant.
    if (this.#notes.length >= 2 * this.#limit) this.#forget(this.#notes.length - this.#limit)
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(entryOf(note, this.latest))
  }

  #forget(count: number): void {
    let size = 0
    for (const note of this.#notes.slice(0, count)) size += sizeOf(note)
    this.#notes = this.#notes.slice(count)
    this.#first += count
    this.#resize(-size)
  }

  #resize(characters: number): void {
    this.#size += characters
    this.room.changed(this, characters)
  }
}

/** The approximate size of a note in characters. */
function sizeOf({ request: { path, query, headers, body = '' }, reply }: Note): number {
  let size = 300 + path.length + query.length + body.length + (reply?.body?.length ?? 0)
  for (const name in headers) size += headers[name]?.length ?? 0
  return size
}
