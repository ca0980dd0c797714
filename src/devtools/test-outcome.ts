import { firstId } from '../../handlers/choices/id-choices.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import { parsePostId } from '../../handlers/model/post.ts'
import { literal } from './literal.ts'

/** What a test expects of a request that was answered so: the status, what became of the posts, what went beyond the document. */
export function outcomeOf(entry: JournalEntry, profile: Profile): string[] {
  const { status, warnings, fault } = entry
  const lines = [
    status === 0 ? 'await expect(request).rejects.toThrow()' : `expect(response.status).toBe(${status})`,
  ]
  if (fault === undefined && status >= 200 && status < 300) lines.push(...effectOf(entry, profile))
  if (warnings.length > 0)
    lines.push(
      `expect(posts.journal.warnings).toMatchObject([${warnings.map(({ about }) => `{ about: '${about}' }`).join(', ')}])`,
    )
  return lines
}

function effectOf({ operation, path, body }: JournalEntry, profile: Profile): string[] {
  const parsed = parsePostId(path.split('/')[2] ?? '')
  const read = 'id' in parsed ? `${faceFor(parsed.id)}.read(${literal(parsed.id)})` : ''
  const sent = profile['text.kept'] === 'verbatim' ? textsIn(body) : ''
  if (operation === 'create' && sent !== '')
    return [
      `expect(${faceFor(idOf(body) ?? firstId(profile['id.assignment']))}.list()).toMatchObject([${sent}])`,
    ]
  if (operation === 'replace' && sent !== '') return [`expect(${read}).toMatchObject(${sent})`]
  if (operation === 'delete') return [`expect(${read}).toBeUndefined()`]
  return []
}

/** The face of the posts that can hold an id. */
function faceFor(id: JsonValue): string {
  return typeof id === 'bigint' ? 'posts.posts.exact' : 'posts.posts'
}

function idOf(body: JsonValue | undefined): JsonValue | undefined {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined
}

function textsIn(body: JsonValue | undefined): string {
  if (typeof body !== 'object' || body === null || !('title' in body || 'content' in body)) return ''
  const texts = Object.entries(body).filter(
    ([name, text]) => /^(?:title|content)$/.test(name) && typeof text === 'string',
  )
  return texts.length === 0 ? '' : literal(Object.fromEntries(texts))
}
