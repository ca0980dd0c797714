import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleJson } from '../../handlers/model/visible.ts'

/** What it takes to send a request of the journal again. */
export interface Repeatable {
  readonly method: string
  /** Below the base address, with the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

const blottedOut = '[redacted]'

// What a client adds by itself, and another client shall add anew.
const incidental =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|user-agent|accept(?:-.+)?|origin|referer|cache-control|pragma|priority|dnt|te|sec-.+|x-understudy-world|if-none-match|upgrade-insecure-requests|:.+)$/

/** Takes from a journal entry what counts; headers that a client adds by itself are left out. */
export function repeatable({ method, path, query, headers, body }: JournalEntry): Repeatable {
  return {
    method,
    path: path + query,
    headers: Object.entries(headers).filter(([name]) => !incidental.test(name)),
    body: body === undefined || typeof body === 'string' ? body : visibleJson(stringifyJson(body)),
  }
}

export function isBlottedOut(value: string): boolean {
  return value === blottedOut
}
