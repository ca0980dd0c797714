import type { ClauseId } from '../document/clauses.ts'
import type { Listing } from '../document/listing.ts'
import { asPost, type ReceivedPost } from '../document/post-text.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { CheckContext, Violation } from './check-context.ts'

/** A fault with the likeliest broken clause, and others with the same symptoms. */
export function explainedBy(
  fault: Violation,
  [clause = fault.clause, ...others]: readonly ClauseId[],
): Violation {
  return { ...fault, clause, alternatives: [...(fault.alternatives ?? []), ...others] }
}

/** Adds `create.not-idempotent` where another post has the same texts. */
export function withTwins({ own }: CheckContext, post: OwnPost, clauses: readonly ClauseId[]): ClauseId[] {
  const { id, title, content } = post
  const isTwin = own.alive.some((each) => each.id !== id && each.title === title && each.content === content)
  return [
    ...clauses,
    ...(isTwin && (clauses.includes('create.adds') || clauses.includes('others.untouched'))
      ? ['create.not-idempotent' as const]
      : []),
  ]
}

/** Whether the list shows the texts of a post only under another id. */
export function isElsewhere(
  { own, marker }: CheckContext,
  { id, title, content }: OwnPost,
  list: Listing,
): boolean {
  const hasTexts = (post: ReceivedPost | undefined) => post?.title === title && post.content === content
  const isTwin = own.alive.some((each) => each.id !== id && hasTexts(each))
  return !hasTexts(list.get(id)) && !isTwin && list.marked(marker).some((item) => hasTexts(asPost(item)))
}
