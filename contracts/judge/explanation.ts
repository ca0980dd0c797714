import type { ClauseId } from '../document/clauses.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { CheckContext, Violation } from './check-context.ts'

/** A fault, with the clauses that may be broken: the likeliest, and others that would show in the same way. */
export function explainedBy(
  fault: Violation,
  [clause = fault.clause, ...others]: readonly ClauseId[],
): Violation {
  return { ...fault, clause, alternatives: [...(fault.alternatives ?? []), ...others] }
}

/** Where another post has the same texts, creating the post may have come to nothing new. */
export function withTwins({ own }: CheckContext, post: OwnPost, clauses: readonly ClauseId[]): ClauseId[] {
  const { id, title, content } = post
  const isTwin = own.alive.some((each) => each.id !== id && each.title === title && each.content === content)
  return [
    ...clauses,
    ...(isTwin && clauses.includes('create.adds') ? ['create.not-idempotent' as const] : []),
  ]
}
