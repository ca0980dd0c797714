import { UnderstudyError } from '../src/errors.ts'
import { type JsonValue, parseJson } from '../src/json.ts'
import type { Fault } from './faults.ts'
import type { OperationName } from './operation.ts'
import type { PlainHeaders, PlainRequest } from './plain.ts'
import { abortable, type Timers } from './timers.ts'
import { isSecret, outsideInterface, type Warning, withoutSecrets } from './warning.ts'

/** One request and its outcome. Secrets in headers and query are blotted out. */
export interface JournalEntry {
  /** The operation; undefined for a request that is none of the five. */
  readonly operation: OperationName | undefined
  readonly method: string
  /** Below the base address, such as `/posts/7`. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as JSON, ids exact, or as text where it is no JSON; undefined where there is none. */
  readonly body: JsonValue | undefined
  /** The reply's status; 0 where the client got no reply. */
  readonly status: number
  /** When the request came, in milliseconds since 1970. */
  readonly at: number
  /** How long the reply took, in milliseconds. */
  readonly duration: number
  readonly warnings: readonly Warning[]
  /** What went wrong because somebody asked for it (`mock.faults`); missing where nothing did. */
  readonly fault?: Fault
}

/** Which entries are meant: by operation, by values of an entry, or by a function. */
export type JournalFilter =
  | OperationName
  | Partial<Pick<JournalEntry, 'operation' | 'method' | 'path' | 'status'>>
  | ((entry: JournalEntry) => boolean)

/** Every request that a world answered, oldest first. */
export class Journal {
  #notes: Note[] = []
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  readonly #limit: number
  readonly #timers: Timers

  /** @param limit how many entries are kept; the oldest go first. */
  constructor(limit: number, timers: Timers) {
    this.#limit = limit
    this.#timers = timers
  }

  /** The requests so far, the latest {@link Journal} limit of them. */
  get requests(): readonly JournalEntry[] {
    return this.#notes.slice(-this.#limit).map(entryOf)
  }

  /** How many requests there are so far, the latest {@link Journal} limit of them. */
  get count(): number {
    return Math.min(this.#notes.length, this.#limit)
  }

  /** What the requests relied on and the interface document does not promise. */
  get warnings(): readonly Warning[] {
    return this.requests.flatMap(({ warnings }) => warnings)
  }

  /**
   * The requests that a filter means.
   * @example expect(mock.journal.filter({ operation: 'create', status: 201 })).toHaveLength(1)
   */
  filter(filter: JournalFilter): readonly JournalEntry[] {
    return this.requests.filter(matcher(filter))
  }

  /**
   * Waits for a request: the first one that the filter means, already here or still to come.
   * @param options `timeout` in milliseconds, default 1000; of real time, also under fake timers.
   * @throws UnderstudyError `WAIT_TIMED_OUT`, with the requests that did come.
   * @example const { body } = await mock.journal.waitFor('create')
   */
  async waitFor(filter: JournalFilter, { timeout = 1000 }: { timeout?: number } = {}): Promise<JournalEntry> {
    const matches = matcher(filter)
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
    const came =
      this.requests.map(({ method, path, status }) => `${method} ${path} (${status})`).join(', ') || 'none'
    throw new UnderstudyError(
      'WAIT_TIMED_OUT',
      `Failed to wait for ${describe(filter)}: it did not come within ${timeout} ms. Requests that came: ${came}.`,
    )
  }

  /**
   * Calls back for every request once it is answered.
   * @returns a function that ends it.
   */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets all requests. */
  clear(): void {
    this.#notes = []
  }

  /**
   * Passes where every request kept within the interface document.
   * @throws UnderstudyError `OUTSIDE_INTERFACE`, naming each request and the document's words.
   * @example afterEach(() => mock.journal.assertWithinInterface())
   */
  assertWithinInterface(): void {
    const { warnings } = this
    if (warnings.length > 0) throw outsideInterface(warnings)
  }

  /** Notes a request that was answered. */
  note(note: Note): void {
    this.#notes.push(note)
    // Dropping half at a time keeps the cost of a long run constant.
    if (this.#notes.length >= 2 * this.#limit) this.#notes = this.#notes.slice(-this.#limit)
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(entryOf(note))
  }
}

/** What a host knows once it has answered; an entry is made of it when somebody looks. */
export interface Note
  extends Pick<JournalEntry, 'operation' | 'status' | 'at' | 'duration' | 'warnings' | 'fault'> {
  readonly request: PlainRequest
}

const entries = new WeakMap<Note, JournalEntry>()

function entryOf(note: Note): JournalEntry {
  const known = entries.get(note)
  if (known) return known
  const { operation, request, status, at, duration, warnings, fault } = note
  const entry: JournalEntry = {
    operation,
    method: request.method,
    path: request.path,
    query: withoutSecrets(request.query),
    headers: withoutSecretHeaders(request.headers),
    body: request.body === undefined ? undefined : asJson(request.body),
    status,
    at,
    duration,
    warnings,
    ...(fault !== undefined && { fault }),
  }
  entries.set(note, entry)
  return entry
}

function asJson(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function withoutSecretHeaders(headers: PlainHeaders): PlainHeaders {
  const seen: Record<string, string> = {}
  for (const name in headers) seen[name] = isSecret(name) ? '[redacted]' : (headers[name] ?? '')
  return seen
}

function matcher(filter: JournalFilter): (entry: JournalEntry) => boolean {
  if (typeof filter === 'function') return filter
  const wanted = Object.entries(typeof filter === 'string' ? { operation: filter } : filter)
  return (entry) => wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value)
}

function describe(filter: JournalFilter): string {
  if (typeof filter === 'function') return 'a request that the filter means'
  return typeof filter === 'string' ? `a ${filter} request` : `a request with ${JSON.stringify(filter)}`
}
