import type { Fault } from '../faults/faults.ts'
import type { PlainHeaders, PlainReply, PlainRequest } from '../http/plain.ts'
import { isSecret, type Warning, withoutSecrets } from '../http/warning.ts'
import { type JsonValue, parseJson } from '../model/json.ts'
import type { OperationName } from '../model/operation-name.ts'

/** One request and its reply. Secrets in headers and query are redacted. */
export interface JournalEntry {
  /** Starts with 1 in each world; never reused. */
  readonly number: number
  /** Undefined if the request is not one of the five operations. */
  readonly operation: OperationName | undefined
  readonly method: string
  /** Below the base address, such as `/posts/7`. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as JSON with exact ids, or as text if it is not JSON; undefined for none. */
  readonly body: JsonValue | undefined
  /** The status of the reply; 0 for no reply. */
  readonly status: number
  /** Headers and body of the reply; undefined for no reply. */
  readonly reply: JournalReply | undefined
  /** The time of the request, in milliseconds since 1970. */
  readonly at: number
  /** The duration until the reply, in milliseconds. */
  readonly duration: number
  readonly warnings: readonly Warning[]
  /** The fault that was injected by `mock.faults`, if any. */
  readonly fault?: Fault
}

/** A reply in the journal. */
export interface JournalReply {
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as text, cut with "…" after 2,000 characters; undefined for none. */
  readonly body: string | undefined
  /** The number of characters of the whole body, where it is cut. */
  readonly length?: number
}

const longestReply = 2000

export function keptReply({ headers, body, broken }: PlainReply): JournalReply | undefined {
  if (broken === 'connection') return undefined
  if (body === undefined || body.length <= longestReply) return { headers, body }
  // Copied, because a substring keeps the whole string in memory.
  return { headers, body: `${structuredClone(body.slice(0, longestReply))}…`, length: body.length }
}

/** The data of an answered request; the entry is created when it is read. */
export interface Note
  extends Pick<JournalEntry, 'operation' | 'status' | 'reply' | 'at' | 'duration' | 'warnings' | 'fault'> {
  readonly request: PlainRequest
  /** The header with the client's key, if the profile needs one. */
  readonly keyHeader?: string | undefined
}

const entries = new WeakMap<Note, JournalEntry>()

export function entryOf(note: Note, number: number): JournalEntry {
  const known = entries.get(note)
  if (known) return known
  const { operation, request, status, reply, at, duration, warnings, fault, keyHeader } = note
  const entry: JournalEntry = {
    number,
    operation,
    method: request.method,
    path: request.path,
    query: withoutSecrets(request.query),
    headers: withoutSecretHeaders(request.headers, keyHeader),
    body: request.body === undefined ? undefined : asJson(request.body),
    status,
    reply: reply && { ...reply, headers: withoutSecretHeaders(reply.headers) },
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

function withoutSecretHeaders(headers: PlainHeaders, keyHeader?: string): PlainHeaders {
  const seen: Record<string, string> = {}
  for (const name in headers)
    seen[name] = isSecret(name) || name === keyHeader ? '[redacted]' : (headers[name] ?? '')
  return seen
}
