import { firstId } from '../../handlers/choices/id-choices.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type Post, parsePostId } from '../../handlers/model/post.ts'
import { visibleJson } from '../../handlers/model/visible.ts'
import type { World } from '../../handlers/world/world.ts'
import { postMetBy, withPlaceholders } from './repeatable.ts'

/**
 * A request of the journal as a Vitest test: it sets up the post and the fault of the request, repeats it, and expects the same
 * reply. Values that the journal redacted are placeholders.
 *
 * @param postsUrl the base address.
 * @throws UnderstudyError `OUTSIDE_INTERFACE` for a request that strict mode refused.
 */
export function asTest(entry: JournalEntry, world: World, postsUrl: string): string {
  if (world.strict && entry.warnings.length > 0) throw refused()
  const post = postMetBy(entry, world)
  const options = [
    `baseUrl: ${literal(postsUrl)}`,
    `posts: [${post ? postLiteral(post) : ''}]`,
    ...profileOption(world.profile),
  ]
  const { fault } = entry
  const title = `${entry.method} ${entry.path}${entry.query} ${entry.status === 0 ? 'gets no reply' : `answers ${entry.status}`}`
  return `${[
    `import { expect } from 'vitest'`,
    `import { createPostsTest } from 'posts-understudy/vitest'`,
    '',
    'const test = createPostsTest({',
    ...options.map((option) => `  ${option},`),
    '})',
    '',
    `test(${literal(title)}, async ({ mock }) => {`,
    ...[
      ...(fault === undefined ? [] : [`mock.faults.next('any', ${literal(fault)})`]),
      ...sending(entry, world.profile, postsUrl),
      ...outcomeOf(entry, world.profile),
    ].map((line) => `  ${line}`),
    '})',
  ].join('\n')}\n`
}

function sending(entry: JournalEntry, profile: Profile, postsUrl: string): string[] {
  const { method, path, headers, body } = withPlaceholders(entry, profile)
  const init = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${literal(Object.fromEntries(headers))}`]),
    ...(body === undefined ? [] : [`body: ${literal(body)}`]),
    // There is no reply, and fetch has no timeout.
    ...(entry.fault === 'timeout' ? ['signal: AbortSignal.timeout(100)'] : []),
  ]
  const call = `fetch(${literal(postsUrl + path)}${init.length === 0 ? '' : `, { ${init.join(', ')} }`})`
  return [entry.status === 0 ? `const request = ${call}` : `const response = await ${call}`]
}

function profileOption(profile: Profile): string[] {
  const own = choiceIds.filter((id) => stringifyJson(profile[id]) !== stringifyJson(choices[id].answers[0]))
  if (own.length === 0) return []
  return [`profile: { ${own.map((id) => `'${id}': ${literal(profile[id])}`).join(', ')} }`]
}

function postLiteral({ id, title, content }: Post): string {
  return `{ id: ${literal(id)}, title: ${literal(title)}, content: ${literal(content)} }`
}

function refused(): UnderstudyError {
  return new UnderstudyError(
    'OUTSIDE_INTERFACE',
    'Failed to write a test: strict mode refuses this request, and fails any test that sends it. Copy one that keeps within the document.',
  )
}

/** The assertions of the test: the status, the effect on the posts, the warnings. */
function outcomeOf(entry: JournalEntry, profile: Profile): string[] {
  const { status, warnings, fault } = entry
  const lines = [
    status === 0 ? 'await expect(request).rejects.toThrow()' : `expect(response.status).toBe(${status})`,
  ]
  if (fault === undefined && status >= 200 && status < 300) lines.push(...effectOf(entry, profile))
  if (warnings.length > 0)
    lines.push(
      `expect(mock.journal.warnings).toMatchObject([${warnings.map(({ about }) => `{ about: '${about}' }`).join(', ')}])`,
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

/** `mock.posts`, or `mock.posts.exact` for an id beyond 2^53. */
function faceFor(id: JsonValue): string {
  return typeof id === 'bigint' ? 'mock.posts.exact' : 'mock.posts'
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

/** A value as a JavaScript literal: a simple string in single quotes, otherwise JSON. */
export function literal(value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/.test(value)) return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${key(name)}: ${literal(field)}`)
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  // Escapes invisible characters and those that change the text direction, as the test will be read.
  return visibleJson(JSON.stringify(value))
}

function key(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : literal(name)
}
