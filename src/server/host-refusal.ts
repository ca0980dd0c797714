import type { PlainHeaders, PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { STATUS_CODES } from './node-http.ts'

/** A fault of a field in the body, query or headers. */
export interface FieldError {
  readonly field: string
  readonly detail: string
}

/** An error reply of the server itself, independent of the profile. */
export function hostRefusal(
  status: number,
  detail: string,
  headers: PlainHeaders = {},
  errors: readonly FieldError[] = [],
): PlainReply {
  const body = { status, title: STATUS_CODES[status] ?? 'Error', detail, errors }
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: stringifyJson(body),
  }
}
