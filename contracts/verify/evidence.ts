import { defined } from '../../handlers/model/defined.ts'
import type { Finding } from '../judge/finding.ts'
import { type ScriptLine, scriptOf } from '../run/commands.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, writeOperations } from '../spec/exchange.ts'
import type { ProviderClient } from '../wire/client.ts'
import { idInBody, idInLocation, idsNamedBy } from '../wire/find-id.ts'

/** A longer body is put into a file, in characters. */
const longestInCommand = 1000

/** Whether a body is put into a file. */
export function isLongBody(body: string | undefined): body is string {
  return body !== undefined && body.length > longestInCommand
}

/**
 * Reduces the exchanges of a finding to the creates of its posts, the last write before the fault, and the last read
 * of each view that shows it; and adds the script that repeats them from nothing.
 */
export function withEvidence(finding: Finding, client: Pick<ProviderClient, 'curl'>): Finding {
  const exchanges = relevantExchanges(finding)
  if (exchanges.length === 0) return { ...finding, exchanges }
  const long = exchanges.find(({ request }) => isLongBody(request.body))
  const bodyFile = long && `${finding.shownBy.replaceAll(/[^\w-]+/g, '-')}.body`
  const unnamed = exchanges.filter(
    ({ request, reply }) => request.method === 'POST' && idsNamedBy(reply).length === 0,
  )
  const lines = exchanges.map((exchange, step): ScriptLine => {
    const { request, reply } = exchange
    const [named = unnamed.length === 1 && unnamed[0] === exchange ? finding.post : undefined] =
      idsNamedBy(reply)
    const made = request.method === 'POST' && named !== undefined ? [named] : []
    return { request, times: 1, step, made, isAtOnce: false }
  })
  const script = scriptOf(lines, (request) =>
    client.curl(request, request.body === long?.request.body ? bodyFile : undefined),
  )
  return { ...finding, exchanges, repeat: script.join('\n'), ...defined({ bodyFile }) }
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
  const chosen = new Set([...(write === undefined ? [] : [write]), ...shown].filter((at) => at >= 0))
  const ids = new Set([post, ...[...chosen].map((at) => idIn(exchanges[at]?.request.path ?? ''))])
  const isCreate = ({ request, reply }: Exchange, at: number) =>
    request.method === 'POST' &&
    (idsNamedBy(reply).some((id) => ids.has(id)) || (at === 0 && idsNamedBy(reply).length === 0))
  // What a post had before the last write shows what it kept.
  const before = exchanges.findLastIndex(
    (each, at) => each.request.method === 'PUT' && isOfNamed(each) && write !== undefined && at < write,
  )
  return exchanges.filter((each, at) => chosen.has(at) || isCreate(each, at) || at === before)
}
