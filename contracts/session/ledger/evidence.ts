import type { JsonValue } from '../../../handlers/model/json.ts'
import { toPostId } from '../../../handlers/model/post.ts'
import { isObject } from '../../document/post-text.ts'
import type { MadeFor } from '../state-setup.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { textsOf } from './texts-of.ts'

/**
 * Finds the post that a provider made of a request of ours without taking our texts over (json-server answers 201 to a
 * body in text/plain, and creates `{ "id": 12 }`). It is ours where all of this holds, and never otherwise:
 *
 * 1. the reply to our own request names its id;
 * 2. no post had this id before;
 * 3. the post is listed afterwards;
 * 4. its title and content are missing, empty, or were part of what we sent: nobody else has written into it.
 *
 * A reply of success need not name an id (204, no Location). Then it is the one post that has come since, if there is
 * one only, and it has neither title nor content.
 *
 * A list that shows a first page only proves neither 2 nor 3; such a post is not owned.
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

/** Asks whether nothing stands in a post but what was sent, or nothing at all. */
export function isOf(sent: string, { title, content }: { readonly [key: string]: JsonValue }): boolean {
  return [title, content].every((text) => isFrom(sent, text))
}

/** Asks whether nobody has written anything into a post. */
export function isBlank({ title, content }: { readonly [key: string]: JsonValue }): boolean {
  return [title, content].every((text) => text === undefined || text === null || text === '')
}

function isFrom(sent: string, text: JsonValue | undefined): boolean {
  if (text === undefined || text === null || text === '') return true
  if (typeof text === 'object') return false
  const plain = String(text)
  // As JSON the text stands in the body with its escapes.
  return sent.includes(plain) || sent.includes(JSON.stringify(plain).slice(1, -1))
}
