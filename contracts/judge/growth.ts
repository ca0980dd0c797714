import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Listing } from '../document/listing.ts'
import type { CheckContext } from './check-context.ts'
import { wholeList } from './views.ts'

/** How often the request is sent between two counts: foreign posts do not appear in this pattern. */
const rounds = [1, 0, 2, 1, 0, 3, 1, 2]

/**
 * Checks that a request makes no posts, also none without a mark: their number must not grow with the number of
 * requests.
 *
 * @param send sends the request. Default reads the list.
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
    // Counting reads the list once more.
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

/** How many posts are neither this run's nor deleted by it. */
function countForeign(context: CheckContext, list: Listing): number {
  const { own } = context
  const { items, ids, odd } = list
  const isOwn = (id: PostId | undefined) => id !== undefined && (own.get(id) !== undefined || own.isGone(id))
  const listed = [...own.alive.map(({ id }) => id), ...own.gone].filter((id) => ids.has(id)).length
  const again = odd.filter(({ id, earlier }) => earlier !== undefined && isOwn(id)).length
  return items.length - listed - again - context.idsOfOtherWorkers(list).size
}
