import { marks } from '../calibrate/evidence.ts'
import type { Exchange, SentRequest } from '../document/exchange.ts'
import { clip } from './layout.ts'

/** Headers of a reply that answers stand on. */
const telling = ['location', 'content-type', 'allow']
/** Headers that count where a page of another origin asks. */
const tellingPages = ['access-control-allow-origin', 'access-control-allow-methods']
/** A request and its reply in one line; texts that each run has for itself are left out, so that runs can be compared. */
export function evidenceText({ request, reply }: Exchange, length: number): string {
  const sent = request.body === undefined ? '' : ` ${clip(request.body.replaceAll(marks, 'pu…'), length)}`
  const names = request.headers.origin === undefined ? telling : tellingPages
  const headers = names.flatMap((name) =>
    reply.headers[name] === undefined ? [] : [`${name}: ${reply.headers[name]}`],
  )
  const body = reply.body === '' ? 'no body' : clip(reply.body.replaceAll(marks, 'pu…'), length)
  return `${request.method} ${request.path}${notable(request)}${sent} → ${[reply.status, ...headers].join('; ')}; ${body}`
}

/** The media type of a body, where it is another than the usual one, and further headers that are asked about. */
function notable({ headers, body }: SentRequest): string {
  const type = headers['content-type'] ?? 'no media type'
  const named = ['accept', 'content-encoding'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  const words = [...(body === undefined || type === 'application/json' ? [] : [type]), ...named]
  return words.length === 0 ? '' : ` (${words.join('; ')})`
}
