import type { ClauseId } from '../document/clauses.ts'
import type { ReceivedPost } from '../document/post-text.ts'
import { mayChange } from '../document/text-changes.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { View } from '../session/write-log.ts'
import type { CheckContext, Violation } from './check-context.ts'
import { bothSides } from './evidence.ts'

const ofView = { list: 'list.all', read: 'read.ok' } as const

/**
 * A service may change texts (choice `text.kept`), but in one way: a post is the same in each view, and the same text becomes the same
 * by whichever write it is sent. The one that changes it is at fault.
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
  own.shown.set(post.id, { title: received.title, content: received.content, view })
  return (['title', 'content'] as const).flatMap((field): Violation[] => {
    const [sent, kept] = [post[field], received[field]]
    const fault = (about: string, clause: ClauseId, other: string, culprit: ClauseId): Violation => {
      const isOther = kept === sent
      const [expected, actual] = isOther ? [kept, other] : [other, kept]
      return { clause: isOther ? culprit : clause, about, ...bothSides(expected, actual), post: post.id }
    }
    // What it was before may only be late.
    if (kept !== sent && kept === previous?.[field]) return []
    if (shown && shown[field] !== kept) {
      const about = `the ${field} of post ${post.id} is one when it is listed and another when it is read`
      return [{ ...fault(about, ofView[view], shown[field], ofView[shown.view]), views: ['list', 'read'] }]
    }
    if (view === 'list' || !mayChange(sent)) return []
    const mask = (text: string) => text.replaceAll(context.tokenIn(text) ?? '', '')
    const clause = previous ? 'replace.whole' : 'create.adds'
    const before = own.keptTexts.get(`${field} ${mask(sent)}`)
    own.keptTexts.set(`${field} ${mask(sent)}`, before ?? { kept: mask(kept), clause })
    if (!before || before.kept === mask(kept)) return []
    const about = `the ${field} of post ${post.id} is kept otherwise than the same text of an earlier post`
    return [{ ...fault(about, clause, before.kept, before.clause), views: ['read'] }]
  })
}
