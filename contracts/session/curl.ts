import { curlLine, secret } from '../../handlers/model/curl.ts'
import type { SentRequest } from '../document/exchange.ts'

export interface CurlOptions {
  /** Headers that every request of the run carries: their values come from the environment of whoever pastes. */
  readonly secretHeaderNames?: readonly string[]
  /** Trusts any certificate. Default false. */
  readonly insecure?: boolean
  /** Takes the body from a file, where it is too long for a command. */
  readonly bodyFile?: string | undefined
}

/**
 * Says how to repeat a request of a run by hand, with the secrets as variables such as `"$AUTHORIZATION"`.
 *
 * @param baseUrl credentials in it are left out.
 */
export function curlOf(
  baseUrl: string,
  { method, path, headers, body, sending }: SentRequest,
  { secretHeaderNames = [], insecure = false, bodyFile }: CurlOptions = {},
): string {
  const secrets = new Set(secretHeaderNames.map((name) => name.toLowerCase()))
  const shown = Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase()))
  const base = baseUrl.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/\/+$/, '')
  const chunked = sending === 'in-chunks' ? [['Transfer-Encoding', 'chunked'] as const] : []
  const all = [...shown, ...chunked, ...secretHeaderNames.map((name) => [name, secret] as const)]
  return curlLine({ method, url: base + path, headers: all, body, bodyFile, insecure })
}
