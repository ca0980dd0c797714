import type { JsonValue } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { isObject } from '../document/post-text.ts'
import type { CheckContext } from './check-context.ts'
import { wholeList } from './views.ts'

/** So many times in a row is no chance. */
const rounds = 8

/**
 * Checks that a request, or looking alone, makes no posts, those without a mark included. Others may create some meanwhile, but not as many
 * each time as the request is repeated, eight times in a row.
 */
export async function checkGrowth(
  context: CheckContext,
  clause: ClauseId,
  about: string,
  interactionRun: () => Promise<unknown> = async () => {},
): Promise<void> {
  const counts: number[] = []
  while (counts.length <= rounds) {
    if (counts.length > 0) await interactionRun()
    counts.push((await wholeList(context)).items.filter((item) => !isOwn(context, item)).length)
    const [first = 0, second = 0] = counts
    const step = second - first
    const steady = counts.every((count, at) => at === 0 || count - (counts[at - 1] ?? 0) === step)
    if (counts.length > 1 && (step <= 0 || !steady)) return context.observe(clause)
  }
  context.report({
    clause,
    about,
    expected: 'as many posts as before',
    actual: counts.join(', '),
    views: ['list'],
  })
}

/** One of this run, or one that it deleted and that may take a moment to go. */
function isOwn({ own }: CheckContext, item: JsonValue): boolean {
  const id = isObject(item) ? toPostId(item.id) : undefined
  return id !== undefined && (own.get(id) !== undefined || own.isGone(id))
}
