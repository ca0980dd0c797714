import { curlLine, secret } from '../../handlers/model/curl.ts'
import type { SentRequest } from '../spec/exchange.ts'

export interface CurlOptions {
  /** Headers whose values are secret: the command reads them from environment variables. */
  readonly secretHeaderNames?: readonly string[]
  /** Accepts any certificate. Default false. */
  readonly insecure?: boolean
  /** Reads the body from this file, where it is too long for a command. */
  readonly bodyFile?: string | undefined
}

/**
 * The curl command that repeats a request of a run, with secrets as variables such as `"$AUTHORIZATION"`.
 *
 * @param baseUrl its credentials are removed.
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
