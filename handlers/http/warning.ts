import { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'
import { visible } from '../model/visible.ts'
import { jsonReply, type PlainReply, type PlainRequest } from './plain.ts'
import { redactedQuery } from './secrets.ts'

/** A request that goes beyond the interface document. */
export interface Warning {
  readonly about: 'query' | 'method' | 'path' | 'unexpected-body' | 'media-type' | 'unknown-field'
  /** The request line, such as `PATCH https://api.example.com/v1/posts/7`. */
  readonly request: string
  /** A sentence that says what goes beyond the document. */
  readonly detail: string
  /** The relevant words of the interface document. */
  readonly document: string
}

const words: Record<Warning['about'], string> = {
  query: 'Query parameters of the list operation (filtering, paging, ordering): not shown.',
  method: 'Behaviour beyond listing, reading, creating, replacing and deleting posts: not shown.',
  path: 'This document covers the whole interface of the service.',
  'unexpected-body':
    'GET operations do not change state and take no request body; the request payload of DELETE is none.',
  'media-type': 'Requests with a body use the media type application/json.',
  'unknown-field': 'Request payload: JSON object with the post data (fields title and content).',
}

export function warningOf(request: PlainRequest, about: Warning['about'], detail: string): Warning {
  return {
    about,
    request: visible(`${request.method} ${request.base}${request.path}${redactedQuery(request.query)}`),
    detail: visible(detail),
    document: words[about],
  }
}

export function formatWarning(warning: Warning): string {
  return `[posts-understudy] ${warning.request}: ${warning.detail}. The interface document says: "${warning.document}"`
}

/** The error of strict mode for warnings. */
export function outsideInterface(warnings: readonly Warning[]): UnderstudyError {
  const list = warnings
    .map((warning) => `\n  ${warning.request}: ${warning.detail} ("${warning.document}")`)
    .join('')
  const count = warnings.length === 1 ? 'one request goes' : `${warnings.length} requests go`
  return new UnderstudyError(
    'OUTSIDE_INTERFACE',
    `Failed to stay within the interface: ${count} beyond what the document promises.${list}\nChange the client, or drop \`strict\`.`,
  )
}

/**
 * The refusal of strict mode for a request with warnings: always 501, with the warnings in the body. The operation is not
 * executed.
 */
export function strictRefusal(
  { strict }: { readonly strict: boolean },
  warnings: readonly Warning[],
): PlainReply | undefined {
  if (!strict || warnings.length === 0) return undefined
  const detail = warnings.map((warning) => `${warning.detail} ("${warning.document}")`).join('; ')
  const body = {
    status: 501,
    title: 'Outside the interface',
    detail: `Refused in strict mode: ${detail}`,
    errors: warnings,
  }
  return jsonReply(501, stringifyJson(body))
}
