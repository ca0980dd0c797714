import type { Exchange, SentRequest } from '../spec/exchange.ts'
import { anyMark } from '../spec/marks.ts'
import { clip } from './layout.ts'

/** The reply headers that show answers. */
const shownHeaders = ['location', 'content-type', 'allow']
/** The same for a request with an Origin. */
const corsHeaders = ['access-control-allow-origin', 'access-control-allow-methods']
/** A request and its reply in one line, without the random marks of a run, so that runs can be compared. */
export function evidenceText({ request, reply }: Exchange, length: number): string {
  const sent = request.body === undefined ? '' : ` ${clip(request.body.replaceAll(anyMark, 'pu…'), length)}`
  const names = request.headers.origin === undefined ? shownHeaders : corsHeaders
  const headers = names.flatMap((name) =>
    reply.headers[name] === undefined ? [] : [`${name}: ${reply.headers[name]}`],
  )
  const body = reply.body === '' ? 'no body' : clip(reply.body.replaceAll(anyMark, 'pu…'), length)
  return `${request.method} ${request.path}${notable(request)}${sent} → ${[reply.status, ...headers].join('; ')}; ${body}`
}

/** Unusual request headers. */
function notable({ headers, body }: SentRequest): string {
  const type = headers['content-type'] ?? 'no media type'
  const named = ['accept', 'content-encoding'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  const words = [...(body === undefined || type === 'application/json' ? [] : [type]), ...named]
  return words.length === 0 ? '' : ` (${words.join('; ')})`
}
