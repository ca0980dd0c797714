import { neededCredentials } from '../../handlers/choices/answers.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type Post, parsePostId } from '../../handlers/model/post.ts'
import { visibleJson } from '../../handlers/model/visible.ts'
import type { World } from '../../handlers/world/world.ts'

/** A request of the journal in a form that can be sent again. */
export interface Repeatable {
  readonly method: string
  /** Below the base address, with the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

const redacted = '[redacted]'

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
  return value === redacted
}

/** Whether a request may have been refused for its credentials. */
export function mayLackCredentials({ status }: JournalEntry, profile: Profile): boolean {
  return status === neededCredentials(profile['access.credentials'])?.status
}

/** The post that must exist to repeat a request with the same result: the current one, or a placeholder. */
export function postMetBy(
  { operation, path, status }: JournalEntry,
  { store, profile }: World,
): Post | undefined {
  const parsed = parsePostId(/^\/posts\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  if (!('id' in parsed) || status === 404) return undefined
  const missing = operation === 'replace' || operation === 'delete' ? profile[`${operation}.missing`] : 404
  if (missing === status || missing === `creates-${status}`) return undefined
  return store.read(parsed.id) ?? { id: parsed.id, title: 'A title', content: 'A content' }
}
