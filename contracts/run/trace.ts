import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import { mapTexts } from '../../handlers/model/visible.ts'
import { brief, leftOut } from '../judge/excerpt.ts'
import type { ShownExchange } from '../judge/finding.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { titleIn, withoutRun } from '../scenarios/marks.ts'
import { asList, carries } from '../scenarios/post-text.ts'
import { isSuccess } from '../wire/status.ts'

/** More consecutive creates or deletes than this are one line. */
const fewest = 3

/** The requests of a sequence in order, with their replies; similar ones share a line. */
export function traceOf(exchanges: readonly ShownExchange[], marker: string): ShownExchange[] {
  const lines: ShownExchange[] = []
  for (let at = 0; at < exchanges.length; ) {
    const exchange = exchanges[at] as ShownExchange
    const end = exchanges.findIndex((each, index) => index > at && !isAlike(each, exchange, marker))
    const alike = (end < 0 ? exchanges.length : end) - at
    const times = exchange.request.method === 'GET' || alike > fewest ? alike : 1
    const made = exchanges.slice(at, at + times).flatMap((each) => each.made ?? [])
    lines.push({ ...exchange, reply: shortened(exchange.reply, marker), times, made })
    at += times
  }
  return lines
}

/** Whether two requests are the same read with the same reply, both deletes, or creates with the same text but for its mark. */
export function isAlike(one: ShownExchange, other: ShownExchange, marker: string): boolean {
  const { request, reply } = one
  if ((one.atOnce ?? other.atOnce ?? other.place) !== undefined || request.method !== other.request.method)
    return false
  if (request.method === 'GET')
    return (
      request.path === other.request.path &&
      reply.status === other.reply.status &&
      reply.body === other.reply.body
    )
  const isSame = textsOf(request, marker) === textsOf(other.request, marker)
  return request.method !== 'PUT' && isSame && isSuccess(reply) && isSuccess(other.reply)
}

/** The body of a request without the unique text of its post. */
function textsOf({ body = '' }: SentRequest, marker: string): string {
  const mark = titleIn(body, marker)
  return mark === undefined ? body : body.replaceAll(mark, '').replaceAll(withoutRun(mark), '')
}

/** A reply with shortened texts; of a list only the posts of the sequence, and what is no object. */
function shortened(reply: ReceivedReply, marker: string): ReceivedReply {
  const all = asList(reply.body)
  if (!all) return { ...reply, body: brief(reply.body) }
  const own = all.filter((item) => carries(item, marker) || !isObject(item))
  const body = stringifyJson(mapTexts(own, brief))
  return own.length === all.length ? { ...reply, body } : { cut: leftOut(all, own), ...reply, body }
}
