import type { OwnPost } from '../model/own-posts.ts'
import type { View } from '../model/write-log.ts'
import type { ReceivedPost } from '../spec/post-text.ts'
import type { CheckContext, Violation } from './check-context.ts'
import { bothSides, detached } from './evidence.ts'

const ofView = { list: 'list.all', read: 'read.ok' } as const

/**
 * A service may change texts (choice `text.kept`), but must show the same texts in the list and in a read.
 */
export function inconsistentTexts(
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
    // The previous text may only be late.
    if (kept !== sent && kept === previous?.[field]) return []
    if (!shown || shown[field] === kept) return []
    const about = `the ${field} of post ${post.id} in the list differs from the one in a read`
    const other = shown[field]
    const isOther = kept === sent
    const [expected, actual] = isOther ? [kept, other] : [other, kept]
    const clause = ofView[isOther ? shown.view : view]
    return [{ clause, about, ...bothSides(expected, actual), post: post.id, views: ['list', 'read'] }]
  })
}
