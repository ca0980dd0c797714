import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, idIn, writes } from '../document/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import type { ProviderClient } from '../session/client.ts'

/** A longer body stands in a file: nobody reads a command of several screens. */
const longestInCommand = 1000

/**
 * A finding with the exchanges that show it alone, and the command that repeats the first of them. They are the last write before
 * what shows the fault, and the last look of each view that does.
 */
export function told(finding: Finding, client: ProviderClient): Finding {
  const exchanges = telling(finding)
  const [first] = exchanges
  if (first === undefined) return finding
  const { length } = first.request.body ?? ''
  const bodyFile =
    length > longestInCommand ? `${finding.shownBy.replaceAll(/[^\w-]+/g, '-')}.body` : undefined
  const repeat = client.curl(first.request, bodyFile)
  return { ...finding, exchanges, repeat, ...(bodyFile === undefined ? {} : { bodyFile }) }
}

/** The method of the writes that a clause is about. */
export function methodOf(clause: ClauseId): string | undefined {
  return Object.keys(writes).find((method) => clause.startsWith(`${writes[method]}.`))
}

function telling({ clause, exchanges, views = [], about }: Finding): readonly Exchange[] {
  const named: readonly string[] = about.match(/\d+/g) ?? []
  const isLook = ({ request }: Exchange) => request.method === 'GET'
  const isOfNamed = ({ request, reply }: Exchange) => {
    const id = idIn(request.path) ?? /"id":\s*(\d+)/.exec(reply.body)?.[1]
    return named.length === 0 || named.includes(String(id))
  }
  const last = (wanted: (exchange: Exchange) => boolean) => exchanges.findLastIndex(wanted)
  const method = methodOf(clause)
  const own = last((each) => each.request.method === method && isOfNamed(each))
  const written = own >= 0 ? own : last((each) => !isLook(each) && isOfNamed(each))
  // What a clause of a write breaks is not seen without one.
  const write = written >= 0 || method === undefined ? written : last((each) => !isLook(each))
  const list = last((each) => isLook(each) && idIn(each.request.path) === undefined)
  const read = last((each) => isLook(each) && idIn(each.request.path) !== undefined && isOfNamed(each))
  // Where a list lacks a post, reading it shows that it is there.
  const looks = [...(views.includes('list') ? [list] : []), ...(views.length > 0 ? [read] : [])]
  const shown = looks.some((at) => at >= 0) ? looks : [exchanges.length - 1]
  return exchanges.filter((_exchange, at) => at === write || shown.includes(at))
}
