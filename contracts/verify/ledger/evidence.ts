import type { JsonValue } from '../../../src/json.ts'
import { type PostId, toPostId } from '../../../src/post.ts'
import { isObject } from '../../post-text.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { textsOf } from './texts-of.ts'

/** What speaks for a post without a mark of the run having come of a request of the run. */
export interface Evidence {
  /** The id that the reply to the request names, in its body or its Location. */
  readonly id: PostId
  /** The body of the request. */
  readonly sent: string
  /** The ids listed before the request. */
  readonly before: readonly PostId[]
  /** The list after it. */
  readonly after: readonly JsonValue[]
}

/**
 * Finds the post that a provider made of a request of ours without taking our texts over (json-server answers 201 to a
 * body in text/plain, and creates `{ "id": 12 }`). It is ours where all of this holds, and never otherwise:
 *
 * 1. the reply to our own request names its id;
 * 2. no post had this id before;
 * 3. the post is listed afterwards;
 * 4. its title and content are missing, empty, or were part of what we sent: nobody else has written into it.
 *
 * A list that shows a first page only proves neither 2 nor 3; such a post is not owned.
 */
export function madePost({ id, sent, before, after }: Evidence): OwnedPost | undefined {
  if (before.includes(id)) return undefined
  const post = after.find((item) => isObject(item) && toPostId(item.id) === id)
  if (!isObject(post)) return undefined
  const { title, content } = post
  const ours = [title, content].every((text) => isFrom(sent, text))
  return ours ? { id, title: typeof title === 'string' ? title : '', unmarked: textsOf(post) } : undefined
}

function isFrom(sent: string, text: JsonValue | undefined): boolean {
  if (text === undefined || text === null || text === '') return true
  if (typeof text === 'object') return false
  const plain = String(text)
  // As JSON the text stands in the body with its escapes.
  return sent.includes(plain) || sent.includes(JSON.stringify(plain).slice(1, -1))
}
