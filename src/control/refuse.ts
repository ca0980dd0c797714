import { titleOf } from '../../handlers/http/refusal.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/** A fault of a field in the body, query or headers. */
export interface FieldError {
  readonly field: string
  readonly detail: string
}

/** An error reply of the server itself, independent of the profile. */
export function refuse(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  errors: readonly FieldError[] = [],
): Response {
  return new Response(stringifyJson({ status, title: titleOf(status), detail, errors }), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
