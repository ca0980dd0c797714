import type { OperationName } from '../endpoints.ts'
import type { PlainRequest } from '../http/plain.ts'
import { outsideInterface, type Warning } from '../http/warning.ts'
import { UnderstudyError } from '../model/errors.ts'
import { Listeners } from '../model/listeners.ts'
import { abortable, type Timers } from '../model/timers.ts'
import { type Answered, entryOf, type JournalEntry, journalText } from './journal-entry.ts'

/** Selects entries by operation, by values of an entry, or by a function. */
export type JournalFilter =
  | OperationName
  | Partial<Pick<JournalEntry, 'operation' | 'method' | 'path' | 'status'>>
  | ((entry: JournalEntry) => boolean)

/** The requests that a world answered, oldest first. */
export class Journal {
  #entries: (() => JournalEntry)[] = []
  #latest = 0
  readonly #waiting = new Set<PlainRequest>()
  /** Told of every answered request. To make its entry is expensive. */
  readonly answered = new Listeners<() => JournalEntry>()
  readonly #limit: number
  readonly #timers: Timers

  /** @param limit the maximum number of entries; the oldest are dropped. */
  constructor(limit: number, timers: Timers) {
    this.#limit = limit
    this.#timers = timers
  }

  /** The requests, at most the limit. */
  get requests(): readonly JournalEntry[] {
    return this.#entries.map((entry) => entry())
  }

  /** The number of requests, at most the limit. */
  get count(): number {
    return this.#entries.length
  }

  /** The number of the latest request, also after a clear; 0 before the first. */
  get latest(): number {
    return this.#latest
  }

  /** The requests as text, one line each, also those that wait for their reply: for the report of a failed test. */
  get text(): string {
    return journalText(this.requests, [...this.#waiting])
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
    const stop = this.answered.add((entry) => {
      if (!matches(entry())) return
      found ??= entry()
      release()
    })
    await done
    stop()
    if (found) return found
    const wanted = typeof filter === 'function' ? 'the filter' : JSON.stringify(filter)
    throw new UnderstudyError(
      'WAIT_TIMED_OUT',
      `Failed to wait for a request that matches ${wanted}: it did not come within ${timeout} ms. ${this.text}`,
    )
  }

  /** Removes all requests. */
  clear(): void {
    this.#entries = []
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

  /** Keeps a request as waiting until a promise settles. */
  whileWaiting<Result>(request: PlainRequest, promise: Promise<Result>): Promise<Result> {
    this.#waiting.add(request)
    return promise.finally(() => this.#waiting.delete(request))
  }

  note(answered: Answered): void {
    const entry = entryOf(++this.#latest, answered)
    this.#entries.push(entry)
    if (this.#entries.length > this.#limit) this.#entries.shift()
    this.answered.tell(entry)
  }
}

function journalMatcher(filter: JournalFilter): (entry: JournalEntry) => boolean {
  if (typeof filter === 'function') return filter
  const wanted = Object.entries(typeof filter === 'string' ? { operation: filter } : filter)
  return (entry) => wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value)
}
