import { endpoints, writeWith } from '../../handlers/endpoints.ts'
import { type FieldName, fieldNames } from '../../handlers/fields.ts'
import type { Exchange, SentRequest } from '../scenarios/exchange.ts'
import { isKept } from '../scenarios/post-text.ts'
import { attributed } from './attribution.ts'
import { brief } from './excerpt.ts'
import type { Race, RaceOperation, Violation } from './finding.ts'
import {
  type Contested,
  isSameState,
  type Misfit,
  type PostTexts,
  type RaceVerdict,
  stateText,
} from './race.ts'

const places = { list: 'as listed between them', read: 'as read between them', after: 'as they left it' }

/** What is wrong with a request on a post that fits into no order of concurrent requests. */
export function raceViolation(
  { id }: Contested,
  { known }: RaceVerdict,
  { operation: { view, shown, exchange } }: Misfit,
): Violation {
  const { request, reply } = exchange
  const what = 'no order of concurrent requests explains'
  if (!view) {
    const operation = writeWith(request.method) ?? 'replace'
    const sides = { expected: 'a status of success', actual: `status ${reply.status}` }
    const about = `${what} the answer to a ${operation} of post ${id}`
    return attributed({ clause: endpoints[operation].clause, about, ...sides }, 'not found')
  }
  const isShown = (state: PostTexts) => isSameState(state, shown)
  const [, ...written] = known
  const others = (view === 'after' ? written : known).filter((state) => !isShown(state))
  const about = `${what} post ${id}, ${places[view]}`
  const expected = [...new Set(others.map((state) => brief(stateText(state))))].join(', or ')
  const sides = { expected, actual: shown ? brief(stateText(shown)) : `status ${reply.status}` }
  if (view === 'after') {
    if (others.some((state) => state))
      return attributed({ clause: 'replace.whole', about, ...sides }, 'wrong after replaces')
    const ofDeletes = others.length > 1 ? 'there after deletes' : 'there after a delete'
    const kind = written.some(isShown) ? 'brought back' : ofDeletes
    return attributed({ clause: 'delete.removes', about, ...sides }, kind)
  }
  const clause = view === 'list' ? 'list.all' : 'read.ok'
  if (known.some(isShown)) return { clause, about: `${about}: it goes back`, ...sides, post: id }
  const has = (name: FieldName) => known.some((state) => state && shown && isKept(state[name], shown[name]))
  const violation = { clause, about, ...sides, post: id } as const
  // It has the title of one write and the content of another.
  return fieldNames.every(has) ? attributed(violation, 'torn post') : violation
}

/**
 * A history that no order explains, as plain data.
 * @param exchanges all of the step. @param requests the first of each client.
 */
export function raceOf(
  { operation, operations, order }: Misfit,
  exchanges: readonly Exchange[],
  requests: readonly SentRequest[],
): Race {
  const start = Math.min(...exchanges.flatMap(({ reply }) => reply.at?.call ?? []))
  const since = (moment: number) => Math.round((moment - start) * 100) / 100
  const told = operations.map(
    ({ exchange: { request, reply }, view, shown, return: end }, at): RaceOperation => {
      const sender = requests.indexOf(request)
      return {
        client: 1 + (sender < 0 ? requests.length : sender),
        request,
        status: reply.status,
        shown: brief(view ? stateText(shown) : reply.body),
        call: reply.at ? since(reply.at.call) : 0,
        return: reply.at && end < Number.POSITIVE_INFINITY ? since(reply.at.return) : null,
        fits: order.includes(at),
      }
    },
  )
  return { operations: told, order, misfit: operations.indexOf(operation) }
}
