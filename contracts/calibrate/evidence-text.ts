import type { Exchange } from '../exchange.ts'
import { clip } from '../report/layout.ts'

/** Headers of a reply that answers stand on. */
const telling = [
  'location',
  'content-type',
  'allow',
  'access-control-allow-origin',
  'access-control-allow-methods',
]
/** What each run has of its own in its texts. */
const marks = /pu-[a-z2-7]{10}(?:-\d{5})?/g

/** A request and its reply in one line; texts that each run has for itself are left out, so that runs can be compared. */
export function evidenceText({ request, reply }: Exchange, length: number): string {
  const sent = request.body === undefined ? '' : ` ${clip(request.body.replaceAll(marks, 'pu-…'), length)}`
  const headers = telling.flatMap((name) =>
    reply.headers[name] === undefined ? [] : [`${name}: ${reply.headers[name]}`],
  )
  const body = reply.body === '' ? 'no body' : clip(reply.body.replaceAll(marks, 'pu-…'), length)
  return `${request.method} ${request.path}${sent} → ${[reply.status, ...headers].join('; ')}; ${body}`
}
