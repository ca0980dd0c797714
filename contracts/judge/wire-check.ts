import type { Exchange } from '../exchange.ts'
import { readBody } from '../post-text.ts'
import { type Bench, brief } from './bench.ts'

/**
 * Checks clause `wire.json` on a reply that the document describes. The bodies of errors are left out: the document
 * shows neither their shape nor, but for one status, that they exist.
 */
export function checkWire(bench: Bench, { reply, request }: Exchange): void {
  if (reply.status >= 400 || reply.status < 200 || request.method === 'HEAD') return
  bench.judged.add('wire.json')
  if (reply.body === '') return
  const mediaType = reply.headers['content-type'] ?? 'none'
  const clause = 'wire.json'
  if (!/^application\/json\s*(?:;|$)/i.test(mediaType)) {
    bench.report({
      clause,
      about: 'a reply has a body of another media type',
      expected: 'application/json',
      actual: mediaType,
    })
  } else if (readBody(reply.body) === undefined) {
    bench.report({
      clause,
      about: 'the body of a reply is not JSON',
      expected: 'JSON',
      actual: brief(reply.body),
    })
  }
}
