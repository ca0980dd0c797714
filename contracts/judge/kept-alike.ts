import type { ReceivedPost } from '../document/post-text.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { View } from '../session/write-log.ts'
import type { CheckContext, Violation } from './check-context.ts'
import { bothSides, detached } from './evidence.ts'

const ofView = { list: 'list.all', read: 'read.ok' } as const

/**
 * A service may change texts (choice `text.kept`), but a post is the same in each view: the one that changes it is at fault.
 *
 * @param received a post as it may be kept.
 */
export function keptOtherwise(
  context: CheckContext,
  post: OwnPost,
  received: ReceivedPost,
  view: View,
): Violation[] {
  const { own } = context
  const shown = own.shown.get(post.id)
  const previous = own.previous(post.id)
  const copy = (field: 'title' | 'content') =>
    received[field] === post[field] ? post[field] : detached(received[field])
  own.shown.set(post.id, { title: copy('title'), content: copy('content'), view })
  return (['title', 'content'] as const).flatMap((field): Violation[] => {
    const [sent, kept] = [post[field], received[field]]
    // What it was before may only be late.
    if (kept !== sent && kept === previous?.[field]) return []
    if (!shown || shown[field] === kept) return []
    const about = `the ${field} of post ${post.id} is one when it is listed and another when it is read`
    const other = shown[field]
    const isOther = kept === sent
    const [expected, actual] = isOther ? [kept, other] : [other, kept]
    const clause = ofView[isOther ? shown.view : view]
    return [{ clause, about, ...bothSides(expected, actual), post: post.id, views: ['list', 'read'] }]
  })
}
