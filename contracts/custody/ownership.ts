import { toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { postsIn, readBody } from '../spec/post-text.ts'
import { type Item, textsOf } from './evidence.ts'
import type { Ledger } from './ledger.ts'
import type { OwnedPost } from './ledger-entry.ts'

/** What a read of an id shows: the run's post, another, none, or something else. */
export type Ownership = 'ours' | 'another' | 'none' | 'unclear'

/**
 * Whose post a read shows. A successful reply without a post, such as a gateway's login page, is unclear.
 */
export function ownershipOf(reply: ReceivedReply, post: OwnedPost, ledger: Ledger): Ownership {
  const absence = absenceIn(reply)
  if (absence !== undefined) return absence
  const posts = postsIn(readBody(reply.body))
  const named = posts.filter((each) => (toPostId(each.id) ?? post.id) === post.id)
  if (named.some((each) => isOurs(each, post, ledger))) return 'ours'
  return posts.length > 0 ? 'another' : 'unclear'
}

/** Whether a read shows that there is no post, or shows nothing; undefined where it may show a post. */
export function absenceIn(reply: ReceivedReply): 'none' | 'unclear' | undefined {
  if (reply.status === 404 || reply.status === 410) return 'none'
  if (!isSuccess(reply)) return 'unclear'
  return reply.body === '' || readBody(reply.body) === null ? 'none' : undefined
}

export function bearsMark({ title, content }: Item, mark: string): boolean {
  // A service may change the case of texts.
  const either = new RegExp(mark, 'i')
  return [title, content].some((text) => typeof text === 'string' && either.test(text))
}

function isOurs(found: Item, { id, unmarked }: OwnedPost, ledger: Ledger): boolean {
  if (bearsMark(found, ledger.marker)) return true
  if (unmarked !== undefined && textsOf(found) === unmarked) return true
  return ledger.sent.isOurs(id, found, true)
}
