import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { KnownIds } from '../spec/listing.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import type { OwnedPost } from './ledger-entry.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** The evidence that a post without a mark was made by a request of this run. */
export interface MadeFor {
  /** The id in the reply's body or Location; undefined where there is none. */
  readonly id: PostId | undefined
  readonly sent: string
  readonly before: KnownIds
  readonly after: readonly JsonValue[]
}

/**
 * Finds the post that a provider made of the run's request without its texts (json-server answers 201 to a body in
 * text/plain, and creates `{ "id": 12 }`). It is the run's only if all of this is true:
 *
 * 1. the reply to the request has its id;
 * 2. no post had this id before;
 * 3. the post is listed afterwards;
 * 4. its title and content are missing, empty, or what was sent.
 *
 * If a successful reply has no id (204, no Location), it is the only new post, and has neither title nor content.
 */
export function madePost({ id, sent, before, after }: MadeFor): OwnedPost | undefined {
  const newcomers = after.flatMap((post) => {
    const its = isObject(post) ? toPostId(post.id) : undefined
    return isObject(post) && its !== undefined && !before.has(its) ? { id: its, post } : []
  })
  const made =
    id === undefined
      ? newcomers.find(({ post }) => newcomers.length === 1 && isBlank(post))
      : newcomers.find((newcomer) => newcomer.id === id && isOf(sent, newcomer.post))
  if (!made) return undefined
  const { title } = made.post
  return { id: made.id, title: typeof title === 'string' ? title : '', unmarked: textsOf(made.post) }
}

/** Whether each text of a post is what a body sends for it, or none. */
export function isOf(sent: string, post: Item): boolean {
  return (['title', 'content'] as const).every((field) => {
    const text = post[field]
    if (text === undefined || text === null || text === '') return true
    return typeof text !== 'object' && storable(sent, field).some((value) => isKept(value, String(text)))
  })
}

/** Whether a post has neither title nor content. */
export function isBlank({ title, content }: Item): boolean {
  return [title, content].every((text) => text === undefined || text === null || text === '')
}

/** The texts that a service may store of a field: of a JSON object, a form, or the whole body. */
function storable(sent: string, field: 'title' | 'content'): readonly string[] {
  const body = readBody(sent)
  if (!isObject(body)) return [sent, new URLSearchParams(sent).get(field) ?? sent]
  const value = body[field] ?? ''
  return typeof value === 'string' ? [value] : [stringifyJson(value), String(value)]
}

/** The title and content of a post as JSON, to compare later. */
export function textsOf(post: JsonValue | undefined): string | undefined {
  return isObject(post) ? stringifyJson([post.title ?? null, post.content ?? null]) : undefined
}
