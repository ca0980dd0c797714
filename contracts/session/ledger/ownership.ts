import type { JsonValue } from '../../../handlers/model/json.ts'
import { toPostId } from '../../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../../document/exchange.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import type { Ledger } from '../ledger.ts'
import { isOf } from './evidence.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { textsOf } from './texts-of.ts'

/** What is read under the id of a post: that post, one of somebody else, none, or nothing that tells. */
export type Ownership = 'ours' | 'another' | 'none' | 'unclear'

/**
 * Tells whose post a read shows. A reply of success that holds no post at all, such as the page by which a gateway asks for a
 * password, tells nothing: what is ours must not be forgotten for it.
 */
export function ownershipOf(reply: ReceivedReply, post: OwnedPost, ledger: Ledger): Ownership {
  if (reply.status === 404 || reply.status === 410) return 'none'
  if (!isSuccess(reply)) return 'unclear'
  const value = readBody(reply.body)
  if (reply.body === '' || value === null) return 'none'
  // Some services wrap a post: { "data": { … } }.
  const candidates = isObject(value) ? [value, ...Object.values(value)].filter(isObject) : []
  const posts = candidates.filter((each) => 'id' in each || 'title' in each || 'content' in each)
  const named = posts.filter((each) => (toPostId(each.id) ?? post.id) === post.id)
  if (named.some((each) => isOurs(each, post, ledger))) return 'ours'
  return posts.length > 0 ? 'another' : 'unclear'
}

/** Asks whether a post bears the mark of a run. */
export function bearsMark({ title, content }: { readonly [key: string]: JsonValue }, mark: string): boolean {
  // A service may keep texts in capitals.
  const either = new RegExp(mark, 'i')
  return [title, content].some((text) => typeof text === 'string' && either.test(text))
}

function isOurs(
  found: { readonly [key: string]: JsonValue },
  { id, unmarked }: OwnedPost,
  ledger: Ledger,
): boolean {
  if (bearsMark(found, ledger.marker)) return true
  if (unmarked !== undefined && textsOf(found) === unmarked) return true
  const sent = ledger.lastSentTo(id)
  return sent !== undefined && isOf(sent, found)
}
