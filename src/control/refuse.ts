import { titleOf } from '../../handlers/http/refusal.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/** An error reply of the server itself, independent of the profile. */
export function refuse(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(stringifyJson({ status, title: titleOf(status), detail }), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
