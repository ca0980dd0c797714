import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { attributed, type CheckContext } from './check-context.ts'
import { checkList } from './list-check.ts'

/** Reports a successful create without a new post. */
export async function reportLost(context: CheckContext, clause: ClauseId, expected: string): Promise<void> {
  const about =
    clause === 'create.not-idempotent'
      ? 'a create that equals an earlier one succeeds, but makes no post'
      : 'a created post can neither be read nor be found in the list'
  // The post may exist without its text, or its shape: then the list shows why.
  await context.check([], () => checkList(context))
  context.report(attributed({ clause, about, expected, actual: 'no new post' }, 'lost create'))
}

/** Reports a reply to a create that names another post. */
export function reportMisnamed(context: CheckContext, named: PostId, id: PostId): void {
  const about = 'the reply to a create has the id of another post'
  context.report({ clause: 'create.assigns-id', about, expected: `id ${id}`, actual: `id ${named}` })
}

/** Reports a created post with the id of another post of the run. */
export function reportTakenId(context: CheckContext, id: PostId, sent: Partial<PostFields>): void {
  const other = context.own.get(id)
  if (!other || context.own.spoilt.has(id)) return
  const end = Number.isSafeInteger(Number(id)) ? '' : `: beyond 2^53 ids are rounded to a double`
  const about = `a created post got the id of another post${end}`
  const fault = { clause: 'create.assigns-id', about, expected: 'an unused id', actual: `id ${id}` } as const
  const isTwin = other.title === sent.title || other.content === sent.content
  context.report(attributed(fault, 'taken id', { isTwin }))
}

/**
 * Notes the id of a created post, which the list before may have shown. Once is accepted: another client may have deleted
 * that post, and the service reuses ids.
 */
export function noteCreatedId(context: CheckContext, id: PostId): void {
  const { record, foreign, posts } = context
  const { takenIds } = record
  const isAgain = takenIds.has(id)
  if (posts.areOthersAtWork || !(isAgain || foreign.has(id))) return
  if (takenIds.add(id).size < 2 && !isAgain) return
  const about = 'created posts got the ids of existing posts'
  const actual = `ids ${[...takenIds].join(', ')}`
  context.report({ clause: 'create.assigns-id', about, expected: 'unused ids', actual })
}
