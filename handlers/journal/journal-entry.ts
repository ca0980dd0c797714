import type { Fault } from '../faults/faults.ts'
import type { PlainHeaders, PlainReply, PlainRequest } from '../http/plain.ts'
import { isSecret, type Warning, withoutSecrets } from '../http/warning.ts'
import { type JsonValue, parseJson } from '../model/json.ts'
import type { OperationName } from '../model/operation-name.ts'

/** One thing in which two replies to the same request differ. Plain data. */
export interface Difference {
  /** `status`, `body`, or the name of a header. */
  readonly about: string
  /** What the mock has, and what the provider has; values that each makes itself are named. */
  readonly mock: string
  readonly provider: string
}

/** One request and its outcome. Secrets in headers and query are blotted out. */
export interface JournalEntry {
  /** The first request that a world answers is 1; a number is never given again. */
  readonly number: number
  /** The operation; undefined for a request that is none of the five. */
  readonly operation: OperationName | undefined
  readonly method: string
  /** Below the base address, such as `/posts/7`. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as JSON, ids exact, or as text where it is not JSON; undefined where there is none. */
  readonly body: JsonValue | undefined
  /** The reply's status; 0 where the client got no reply. */
  readonly status: number
  /** What was answered beside the status; undefined where the client got no reply. */
  readonly reply: JournalReply | undefined
  /** When the request came, in milliseconds since 1970. */
  readonly at: number
  /** How long the reply took, in milliseconds. */
  readonly duration: number
  readonly warnings: readonly Warning[]
  /** What went wrong because somebody asked for it (`mock.faults`); missing where nothing did. */
  readonly fault?: Fault
  /** In what the provider answered otherwise that `serve --compare` reads beside the mock; missing where nothing differs. */
  readonly differences?: readonly Difference[]
}

/** A reply as the journal keeps it. */
export interface JournalReply {
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as text, cut with "…" after 2,000 characters; undefined where there is none. */
  readonly body: string | undefined
}

const longestReply = 2000

export function keptReply({ headers, body, broken }: PlainReply): JournalReply | undefined {
  if (broken === 'connection') return undefined
  // A part of a string would hold the whole of it in memory.
  const isLong = body !== undefined && body.length > longestReply
  return { headers, body: isLong ? `${structuredClone(body.slice(0, longestReply))}…` : body }
}

/** What a host knows once it has answered; an entry is made of it when somebody looks. */
export interface Note
  extends Pick<
    JournalEntry,
    'operation' | 'status' | 'reply' | 'at' | 'duration' | 'warnings' | 'fault' | 'differences'
  > {
  readonly request: PlainRequest
  /** The header that has the caller's key, where the profile asks for one. */
  readonly keyHeader?: string
}

const entries = new WeakMap<Note, JournalEntry>()

export function entryOf(note: Note, number: number): JournalEntry {
  const known = entries.get(note)
  if (known) return known
  const { operation, request, status, reply, at, duration, warnings, fault, keyHeader, differences } = note
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
    ...(differences && { differences }),
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
