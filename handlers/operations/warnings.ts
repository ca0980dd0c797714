import type { Profile } from '../choices/profile.ts'
import type { PlainReply, PlainRequest } from '../http/plain.ts'
import { jsonReply } from '../http/reply.ts'
import { type Warning, warningOf } from '../http/warning.ts'
import { stringifyJson } from '../model/json.ts'
import { isPageLink } from './list.ts'
import type { RequestContext, Route } from './operation.ts'

/** The warnings of a request, except those of its body. HEAD and OPTIONS never cause a warning. */
export function warningsOf(request: PlainRequest, { operation, path }: Route, profile: Profile): Warning[] {
  const { method } = request
  if (!path) return [warningOf(request, 'path', 'the document has no such path')]
  if (!operation)
    return method === 'HEAD' || method === 'OPTIONS'
      ? []
      : [warningOf(request, 'method', `the document has no ${method} on ${path}`)]
  const warnings: Warning[] = []
  if (request.query !== '' && !isPageLink(request, operation.name, profile))
    warnings.push(warningOf(request, 'query', 'the request has query parameters'))
  const { accept } = request.headers
  if (!takesJson(accept))
    warnings.push(
      warningOf(request, 'accept', `the Accept header ${JSON.stringify(accept)} excludes application/json`),
    )
  if (hasUnexpectedBody(request))
    warnings.push(warningOf(request, 'unexpected-body', 'the request has a body'))
  return warnings
}

/** Whether a request has a body although its method takes none. */
function hasUnexpectedBody({ method, body, bodyFault }: PlainRequest): boolean {
  return method !== 'POST' && method !== 'PUT' && (body !== undefined || bodyFault !== undefined)
}

/**
 * The refusal of strict mode for a request with warnings: always 501, with the warnings in the body. The operation is not
 * executed.
 */
export function strictRefusal({ world, warnings }: RequestContext): PlainReply | undefined {
  if (!world.strict || warnings.length === 0) return undefined
  const detail = warnings.map((warning) => `${warning.detail} ("${warning.document}")`).join('; ')
  const body = {
    status: 501,
    title: 'Outside the interface',
    detail: `Refused in strict mode: ${detail}`,
    errors: warnings,
  }
  return jsonReply(501, stringifyJson(body))
}

const ranges = ['application/json', 'application/*', '*/*']

/**
 * Whether a client accepts application/json, by its Accept header (RFC 9110, section 12.5.1): the most specific matching range
 * applies, and a weight of 0 excludes. Without a header, or with an empty one, a client accepts anything.
 */
function takesJson(accept = '*/*'): boolean {
  // The usual values need no parsing.
  if (accept === '*/*' || accept === 'application/json') return true
  const sent = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([range, ...parameters]) => range !== '' || parameters.length > 0)
  if (sent.length === 0) return true
  for (const wanted of ranges) {
    // Java's HttpURLConnection writes "*" for "*/*".
    const fitting = sent.filter(([range]) => (range === '*' ? '*/*' : range) === wanted)
    if (fitting.length > 0) return fitting.some((range) => !range.some((part) => /^q=0(?:\.0*)?$/.test(part)))
  }
  return false
}
