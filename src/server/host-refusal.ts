import type { PlainHeaders, PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { STATUS_CODES } from './node-http.ts'

/** One thing wrong with a request, by the field of its body, query or headers. */
export interface FieldError {
  readonly field: string
  readonly detail: string
}

/**
 * A refusal by the server itself, not by the service that it stands in for: it always says why, whatever the profile
 * makes of error bodies.
 */
export function hostRefusal(
  status: number,
  detail: string,
  errors: readonly FieldError[] = [],
  headers: PlainHeaders = {},
): PlainReply {
  const body = { status, title: STATUS_CODES[status] ?? 'Error', detail, errors }
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: stringifyJson(body),
  }
}
