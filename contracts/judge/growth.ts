import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Listing } from '../document/listing.ts'
import type { CheckContext } from './check-context.ts'
import { wholeList } from './views.ts'

/** How often the request is sent from one count to the next: posts of others do not come in this rhythm. */
const rounds = [1, 0, 2, 1, 0, 3, 1, 2]

/**
 * Checks that a request makes no posts, those without a mark included. Others may create some meanwhile, but not as many as the
 * request is sent, round after round.
 *
 * @param send sends the request. Default it looks at the list: then looking is what may make posts.
 */
export async function checkGrowth(
  context: CheckContext,
  clause: ClauseId,
  about: string,
  send?: () => Promise<unknown>,
): Promise<void> {
  const look = async () => countForeign(context, (await wholeList(context)).list)
  const counts = [await look()]
  let perRequest: number | undefined
  for (const times of rounds) {
    for (let time = 0; time < times; time++) await (send ?? look)()
    const count = await look()
    const growth = count - (counts.at(-1) ?? 0)
    counts.push(count)
    // The look that counts is one more of the looks.
    const requests = send ? times : times + 1
    perRequest ??= growth / requests
    if (perRequest <= 0 || growth !== perRequest * requests) return context.observe(clause)
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
  return items.length - listed - again - context.idsOfOtherWorkers(list).size
}
