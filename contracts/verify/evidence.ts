import type { PostId } from '../../handlers/model/post.ts'
import type { Finding } from '../judge/finding.ts'
import { type ScriptLine, scriptOf } from '../run/commands.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, writeOperations } from '../spec/exchange.ts'
import { idsNamedBy } from '../spec/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'

/** A longer body is too long for a command, in characters. */
const longestInCommand = 1000

/**
 * Reduces the exchanges of a finding to the creates of its posts, the last write before the fault, and the last read
 * of each view that shows it; and adds the script that repeats them from nothing, unless a body is too long for it.
 */
export function withEvidence(finding: Finding, client: Pick<ProviderClient, 'curl'>): Finding {
  const exchanges = relevantExchanges(finding)
  const isLong = ({ request: { body = '' } }: Exchange) => body.length > longestInCommand
  if (exchanges.length === 0 || exchanges.some(isLong)) return { ...finding, exchanges }
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
  return { ...finding, exchanges, repeat: scriptOf(lines, client.curl).join('\n') }
}

/** The method of the write that a clause is about. */
export function methodOf(clause: ClauseId): string | undefined {
  return Object.keys(writeOperations).find((method) => clause.startsWith(`${writeOperations[method]}.`))
}

/** The creates and writes of the post, or the write that the clause is about; and the last look of each view. */
function relevantExchanges({ clause, exchanges, views: seenIn, post }: Finding): readonly Exchange[] {
  const views = seenIn ?? (clause.startsWith('list.') ? ['list'] : [])
  const isLook = ({ request }: Exchange) => request.method === 'GET'
  const isOf = ({ request, reply }: Exchange, ids: readonly (PostId | undefined)[]) =>
    [idIn(request.path), ...idsNamedBy(reply)].some((id) => id !== undefined && ids.includes(id))
  const isOfNamed = (each: Exchange) => post === undefined || isOf(each, [post])
  const last = (wanted: (exchange: Exchange) => boolean) => exchanges.findLast(wanted)
  const method = methodOf(clause)
  const ofClause = last((each) => each.request.method === method && isOfNamed(each))
  const ofAny = last((each) => !isLook(each))
  const own = exchanges.filter((each) => post !== undefined && !isLook(each) && isOfNamed(each))
  const isByAny = own.length === 0 && (method !== undefined || post === undefined)
  const list = last((each) => isLook(each) && idIn(each.request.path) === undefined)
  const read = last((each) => isLook(each) && idIn(each.request.path) !== undefined && isOfNamed(each))
  // If a post is missing in the list, a read shows that it exists.
  const isReadShown = views.includes('read') || (views.includes('list') && post !== undefined)
  const looks = [views.includes('list') ? list : undefined, isReadShown ? read : undefined]
  const shown = looks.some((look) => look) ? looks : [exchanges.at(-1)]
  const write = clause === 'others.untouched' || isByAny ? (ofClause ?? ofAny) : undefined
  const chosen = [...own, write, ...shown]
  const ids = chosen.map((each) => each && idIn(each.request.path))
  const isCreate = (each: Exchange, at: number) =>
    each.request.method === 'POST' && (isOf(each, ids) || (at === 0 && idsNamedBy(each.reply).length === 0))
  return exchanges.filter((each, at) => chosen.includes(each) || isCreate(each, at))
}
