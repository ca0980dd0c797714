import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { curlLine, secret } from '../../handlers/model/curl.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleJson } from '../../handlers/model/visible.ts'

/** A request of the journal in a form that can be sent again. */
export interface Repeatable {
  readonly method: string
  /** Below the base address, with the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

// Headers that clients add themselves.
const incidental =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|user-agent|accept(?:-.+)?|origin|referer|cache-control|pragma|priority|dnt|te|sec-.+|x-understudy-world|if-none-match|upgrade-insecure-requests|:.+)$/

/** Converts a journal entry, without the headers that clients add themselves. */
export function repeatable({ method, path, query, headers, body }: JournalEntry): Repeatable {
  return {
    method,
    path: path + query,
    headers: Object.entries(headers).filter(([name]) => !incidental.test(name)),
    body: body === undefined || typeof body === 'string' ? body : visibleJson(stringifyJson(body)),
  }
}

export function isRedacted(value: string): boolean {
  return value === '[redacted]'
}

/**
 * A request of the journal as a command for a POSIX shell. Values that the journal redacted are variables, such as
 * `"$AUTHORIZATION"`.
 *
 * @param postsUrl the base address.
 */
export function asCurl(entry: JournalEntry, postsUrl: string): string {
  const { method, path, headers, body } = repeatable(entry)
  const shown = headers.map(([name, value]) => [name, isRedacted(value) ? secret : value] as const)
  return curlLine({ method, url: postsUrl + path, headers: shown, body })
}
