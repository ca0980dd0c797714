import type { OperationName } from '../endpoints.ts'
import type { Fault } from '../faults/faults.ts'
import type { PlainHeaders, PlainReply, PlainRequest } from '../http/plain.ts'
import { isSecret, redactedQuery } from '../http/secrets.ts'
import type { Warning } from '../http/warning.ts'
import { type JsonValue, parseJson, stringifyJson } from '../model/json.ts'
import { visible } from '../model/visible.ts'

/** One request and its reply. Secrets in headers and query are redacted. */
export interface JournalEntry {
  /** Starts with 1 in each world; never reused. */
  readonly number: number
  /** Undefined if the request is not one of the five operations. */
  readonly operation: OperationName | undefined
  readonly method: string
  /** The base address as the client wrote it, such as `https://api.example.com/v1`. */
  readonly base: string
  /** Whether the request was not below the base address, but for a handler of yours: then `base` is its origin. */
  readonly isElsewhere?: boolean
  /** Below the base address, such as `/posts/7`. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /**
   * The body as JSON with exact ids, or as text if it is not JSON, cut with "…" after 20,000 characters; undefined for none.
   */
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
  /** The post before and after a replace or a delete that changed it, as JSON, cut like a reply; undefined for none. */
  readonly change?: { readonly before: string | undefined; readonly after: string | undefined }
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

const longestBody = 20_000
const longestReply = 2000

/** An answered request, of which a journal makes an entry. */
export interface Answered {
  readonly request: PlainRequest
  readonly reply: PlainReply
  readonly change: JournalEntry['change']
  readonly facts: Pick<JournalEntry, 'operation' | 'at' | 'duration' | 'warnings' | 'fault'>
  /** The header with the client's key, if the profile needs one. */
  readonly keyHeader: string | undefined
}

/**
 * The entry of an answered request, made when it is first read. Long bodies are cut at once: the number of entries
 * bounds the memory of a journal.
 */
export function entryOf(number: number, answered: Answered): () => JournalEntry {
  const { request, reply, change, facts, keyHeader } = answered
  const { method, base, path, query, headers, isElsewhere } = request
  const sent = cut(request.body, longestBody)
  const body = cut(reply.body)
  const length = reply.body !== undefined && reply.body.length > longestReply && reply.body.length
  const changed = change && { change: { before: cut(change.before), after: cut(change.after) } }
  const { status, headers: replied } = reply
  const isLost = reply.broken === 'connection'
  const made = (): JournalEntry => ({
    ...facts,
    number,
    ...changed,
    method,
    base,
    ...(isElsewhere && { isElsewhere }),
    path,
    query: redactedQuery(query),
    headers: withoutSecretHeaders(headers, keyHeader),
    body: sent === undefined ? undefined : asJson(sent),
    status: isLost ? 0 : status,
    reply: isLost ? undefined : { headers: withoutSecretHeaders(replied), body, ...(length && { length }) },
  })
  let entry: JournalEntry | undefined
  return () => (entry ??= made())
}

function cut<Text extends string | undefined>(text: Text, longest = longestReply) {
  if (text === undefined || text.length <= longest) return text
  // Copied, because a substring keeps the whole string in memory.
  return `${structuredClone(text.slice(0, longest))}…`
}

function asJson(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function withoutSecretHeaders(headers: PlainHeaders, keyHeader?: string): PlainHeaders {
  const isShown = (name: string) => !isSecret(name) && name !== keyHeader
  const shown = Object.entries(headers).map(([name, text]) => [name, isShown(name) ? text : '[redacted]'])
  return Object.fromEntries(shown)
}

/** Answered requests, and then those without a reply yet, as text, one line each. */
export function journalText(entries: readonly JournalEntry[], waiting: readonly PlainRequest[]): string {
  const unanswered = waiting.map(
    ({ method, path, query }) => `  ${method} ${path}${redactedQuery(query)} -> waiting`,
  )
  const lines = [...entries.map(line), ...unanswered.map(visible)]
  if (lines.length === 0) return 'The posts mock got no request.'
  const count = lines.length === 1 ? 'one request' : `${lines.length} requests`
  return [`The posts mock got ${count}:`, ...lines].join('\n')
}

function line({ method, path, query, body, status, reply, warnings }: JournalEntry): string {
  const sent = body === undefined ? '' : ` ${briefly(typeof body === 'string' ? body : stringifyJson(body))}`
  const reason = status >= 400 && reply?.body ? ` ${briefly(reply.body)}` : ''
  const outcome = status === 0 ? 'no reply' : `${status}${reason}`
  return visible(
    `  ${method} ${path}${query}${sent} -> ${outcome}${warnings.map(({ detail }) => `; outside the interface: ${detail}`).join('')}`,
  ).replaceAll('\n', '\\n')
}

function briefly(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
