import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Listing } from '../document/listing.ts'
import type { CheckContext } from './check-context.ts'
import { wholeList } from './views.ts'

/** So many times in a row is not luck. */
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
    counts.push(countForeign(context, (await wholeList(context)).list))
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

/** How many posts are neither of this run nor were deleted by it: those may take a moment to go. */
function countForeign(context: CheckContext, list: Listing): number {
  const { own } = context
  const { items, ids, odd } = list
  const isOwn = (id: PostId | undefined) => id !== undefined && (own.get(id) !== undefined || own.isGone(id))
  const listed = [...own.alive.map(({ id }) => id), ...own.gone].filter((id) => ids.has(id)).length
  const again = odd.filter(({ id, earlier }) => earlier !== undefined && isOwn(id)).length
  return items.length - listed - again - context.idsOfOtherLanes(list).size
}
