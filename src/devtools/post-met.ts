import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { type Post, parsePostId } from '../../handlers/model/post.ts'
import type { World } from '../../handlers/world/world.ts'

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
