import type { Finding } from '../judge/finding.ts'
import { type ScriptLine, scriptOf } from '../run/commands.ts'
import { type Exchange, idIn } from '../spec/exchange.ts'
import { idsNamedBy } from '../spec/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'

/** A longer body is too long for a command, in characters. */
const longestInCommand = 1000

/**
 * Reduces the exchanges of a finding to the writes that made its posts what they are, the last write before the fault,
 * and the last read of each view that shows it; and adds the script that repeats them from nothing, unless a body is too
 * long for it.
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

function relevantExchanges({ clause, exchanges, views: seenIn, post }: Finding): readonly Exchange[] {
  const views = seenIn ?? (clause.startsWith('list.') ? ['list'] : [])
  const isLook = ({ request }: Exchange) => request.method === 'GET'
  const isOf = ({ request, reply }: Exchange, ids: readonly unknown[]) =>
    [idIn(request.path), ...idsNamedBy(reply)].some((id) => id !== undefined && ids.includes(id))
  const isOfPost = (each: Exchange) => post === undefined || isOf(each, [post])
  const list = exchanges.findLast((each) => isLook(each) && idIn(each.request.path) === undefined)
  const read = exchanges.findLast(
    (each) => isLook(each) && idIn(each.request.path) !== undefined && isOfPost(each),
  )
  // If a post is missing in the list, a read shows that it exists.
  const isReadShown = views.includes('read') || (views.includes('list') && post !== undefined)
  const looks = [views.includes('list') && list, isReadShown && read].filter((look) => look)
  const own = post === undefined ? [] : exchanges.filter((each) => !isLook(each) && isOfPost(each))
  const latest = exchanges.findLast((each) => !isLook(each))
  const chosen = [...own, latest, ...(looks.length > 0 ? looks : [exchanges.at(-1)])]
  const ids = chosen.map((each) => each && idIn(each.request.path))
  const isCreate = (each: Exchange) =>
    each.request.method === 'POST' && (isOf(each, ids) || idsNamedBy(each.reply).length === 0)
  return exchanges.filter((each) => chosen.includes(each) || isCreate(each))
}
