import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { Observations } from '../choices/detection.ts'
import { textChange } from '../choices/write-detectors.ts'
import { brief } from '../judge/excerpt.ts'
import { postPath } from '../scenarios/addresses.ts'
import { examples } from '../scenarios/examples.ts'
import type { ChoiceResult } from './result.ts'

/**
 * What a provider does that the document permits and most services do not: answers 5xx, or a missing post with no JSON,
 * changes texts, gives ids again.
 * Each in a sentence with the request that shows it.
 * @param choices what a profile expects of them is not unusual.
 */
export function unusualIn(observations: Observations, choices: readonly ChoiceResult[]): string[] {
  const isExpected = (id: string) =>
    choices.some(({ choice, verdict }) => choice === id && verdict === 'held')
  return [
    ...failedRequests(observations),
    ...(isExpected('error.body') ? [] : otherError(observations)),
    ...(isExpected('text.kept') ? [] : changedText(observations)),
    ...(isExpected('id.reuse') ? [] : reusedId(observations)),
  ]
}

/** The first request of each operation that is answered with each 5xx. */
function failedRequests({ byExample }: Observations): string[] {
  const lines = new Map<string, string>()
  for (const { key, operation, description } of examples) {
    const observation = byExample.get(key)
    if (observation?.kind !== 'ran' || operation === 'beside') continue
    const { request, reply } = observation.exchange
    const line = `${request.method} ${request.path} answers ${reply.status} to a request to ${description}.`
    const kind = `${operation} ${reply.status}`
    if (reply.status >= 500 && !lines.has(kind)) lines.set(kind, line)
  }
  return [...lines.values()]
}

/** The 404 that the document has: what its body is, is not shown, but a reply with a body is application/json. */
function otherError({ byExample }: Observations): string[] {
  const observation = byExample.get('read/missing')
  if (observation?.kind !== 'ran') return []
  const { request, reply } = observation.exchange
  const type = reply.headers['content-type'] ?? 'none'
  if (reply.body === '' || /\bjson\b/i.test(type)) return []
  return [`${request.method} ${request.path} answers ${reply.status} with the media type ${type}, not JSON.`]
}

function changedText({ byExample }: Observations): string[] {
  for (const observation of byExample.values()) {
    const change = observation.kind === 'ran' ? textChange(observation) : undefined
    if (!change) continue
    const { request, sent, kept } = change
    return [
      `${request.method} ${request.path} keeps ${brief(stringifyJson(sent))} as ${brief(stringifyJson(kept))}.`,
    ]
  }
  return []
}

function reusedId({ history }: Observations): string[] {
  const gone = new Set<PostId>()
  for (const { kind, id } of history) {
    if (kind === 'deleted') gone.add(id)
    else if (kind === 'created' && gone.has(id))
      return [`POST /posts gives the id ${id} again, after DELETE ${postPath(id)}.`]
  }
  return []
}
