import type { Profile } from '../choices/profile.ts'
import { jsonReply, type PlainReply, type PlainRequest } from '../http/plain.ts'
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
  const hasBody = request.body !== undefined || request.bodyFault !== undefined
  if (hasBody && method !== 'POST' && method !== 'PUT')
    warnings.push(warningOf(request, 'unexpected-body', 'the request has a body'))
  return warnings
}

/**
 * The refusal of strict mode for a request with warnings: always 501, with the warnings in the body. The operation is not
 * executed.
 */
export function strictRefusal({ world, warnings }: RequestContext): PlainReply | undefined {
  if (!world.options.strict || warnings.length === 0) return undefined
  const detail = warnings.map((warning) => `${warning.detail} ("${warning.document}")`).join('; ')
  const body = {
    status: 501,
    title: 'Outside the interface',
    detail: `Refused in strict mode: ${detail}`,
    errors: warnings,
  }
  return jsonReply(501, stringifyJson(body))
}
