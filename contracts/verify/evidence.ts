import { defined } from '../../handlers/model/defined.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, idIn, writeOperations } from '../document/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import type { ProviderClient } from '../session/client.ts'
import { idInBody, idInLocation } from '../session/find-id.ts'

/** A longer body is put into a file, in characters. */
const longestInCommand = 1000

/**
 * Reduces the exchanges of a finding to the last write before the fault and the last read of each view that shows it,
 * and adds the command that repeats the first of them.
 */
export function withEvidence(finding: Finding, client: ProviderClient): Finding {
  const exchanges = relevantExchanges(finding)
  const [first] = exchanges
  if (first === undefined) return finding
  // curl sends a body in one piece.
  if (first.request.sending !== undefined) return { ...finding, exchanges }
  const { length } = first.request.body ?? ''
  const bodyFile =
    length > longestInCommand ? `${finding.shownBy.replaceAll(/[^\w-]+/g, '-')}.body` : undefined
  const repeat = client.curl(first.request, bodyFile)
  return { ...finding, exchanges, repeat, ...defined({ bodyFile }) }
}

/** The method of the write that a clause is about. */
export function methodOf(clause: ClauseId): string | undefined {
  return Object.keys(writeOperations).find((method) => clause.startsWith(`${writeOperations[method]}.`))
}

function relevantExchanges({ clause, exchanges, views: seenIn, post }: Finding): readonly Exchange[] {
  const views = seenIn ?? (clause.startsWith('list.') ? ['list'] : [])
  const isLook = ({ request }: Exchange) => request.method === 'GET'
  const isOfNamed = ({ request, reply }: Exchange) => {
    if (post === undefined) return true
    const ids = [idIn(request.path), idInBody(reply.body), idInLocation(reply.headers.location)]
    return ids.includes(post)
  }
  const last = (wanted: (exchange: Exchange) => boolean) => exchanges.findLastIndex(wanted)
  const method = methodOf(clause)
  const ofMethod = last((each) => each.request.method === method && isOfNamed(each))
  const ofNamed = last((each) => !isLook(each) && isOfNamed(each))
  const ofAny = last((each) => !isLook(each))
  // A clause of a write needs a write; another post was changed by any write.
  const writes = method === undefined ? [ofNamed] : [ofMethod, ofNamed, ofAny]
  const write = (clause === 'others.untouched' ? [ofAny] : writes).find((at) => at >= 0)
  const list = last((each) => isLook(each) && idIn(each.request.path) === undefined)
  const read = last((each) => isLook(each) && idIn(each.request.path) !== undefined && isOfNamed(each))
  // If a post is missing in the list, a read shows that it exists.
  const isReadShown = views.includes('read') || (views.includes('list') && post !== undefined)
  const looks = [...(views.includes('list') ? [list] : []), ...(isReadShown ? [read] : [])]
  const shown = looks.some((at) => at >= 0) ? looks : [exchanges.length - 1]
  return exchanges.filter((_exchange, at) => at === write || shown.includes(at))
}
