import { headerWord, quoted, secretHeader } from '../../handlers/model/shell-words.ts'
import type { SentRequest } from '../document/exchange.ts'

/** What {@link curlOf} takes beside the request. */
export interface CurlOptions {
  /** Headers that every request of the run carries: their values come from the environment of whoever pastes. */
  readonly secretHeaderNames?: readonly string[]
  /** Trusts any certificate. Default false. */
  readonly insecure?: boolean
}

/**
 * Says how to repeat a request by hand: a command for any POSIX shell that sends the same bytes, with the secrets as
 * variables such as `"$AUTHORIZATION"`.
 *
 * A body with control characters, which a terminal would not take as pasted text, and a NUL, which no argument can
 * hold, is written by `printf` in octal and handed over by a pipe.
 *
 * @param baseUrl credentials in it are left out.
 * @example
 * curlOf('http://127.0.0.1:3000/v1', { method: 'DELETE', path: '/posts/7', headers: {} })
 * // curl -i -X DELETE http://127.0.0.1:3000/v1/posts/7
 */
export function curlOf(
  baseUrl: string,
  { method, path, headers, body }: SentRequest,
  options: CurlOptions = {},
): string {
  const { secretHeaderNames = [], insecure = false } = options
  const secret = new Set(secretHeaderNames.map((name) => name.toLowerCase()))
  const url = withoutCredentials(baseUrl) + path
  const shown = Object.entries(headers).filter(([name]) => !secret.has(name.toLowerCase()))
  const words = ['curl', ...methodWords(method, body), ...(insecure ? ['-k'] : []), ...urlWords(url)]
  for (const [name, value] of shown) words.push('-H', headerWord(name, value))
  for (const name of secretHeaderNames) words.push('-H', secretHeader(name))
  if (body === undefined) return words.join(' ')
  // Without a media type of ours curl would add one of its own.
  if (!hasHeader([...Object.keys(headers), ...secretHeaderNames], 'content-type'))
    words.push('-H', quoted('Content-Type:'))
  if (!isPasteable(body))
    return `printf ${quoted(printfFormat(body))} | ${[...words, '--data-binary', '@-'].join(' ')}`
  return [...words, '--data-raw', quoted(body)].join(' ')
}

function methodWords(method: string, body: string | undefined): string[] {
  if (method === 'HEAD') return body === undefined ? ['-I'] : ['-i', '-X', 'HEAD']
  return method === 'GET' && body === undefined ? ['-i'] : ['-i', '-X', quoted(method)]
}

function urlWords(url: string): string[] {
  // curl makes several addresses of braces and brackets, and takes dots out of a path.
  const globs = /[[\]{}]/.test(url) ? ['-g'] : []
  const dots = /\/\.{1,2}(?:[/?]|$)/.test(url) ? ['--path-as-is'] : []
  return [...globs, ...dots, quoted(url)]
}

// Beyond the control characters those that turn the direction of what a person reads; and more than a command line holds.
const unpasteable = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u
const longest = 100_000

function isPasteable(body: string): boolean {
  return !unpasteable.test(body) && Buffer.byteLength(body) <= longest
}

function printfFormat(body: string): string {
  // A dash in front would be an option.
  const escaped = body.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(/^-/, '\\055')
  return escaped.replace(new RegExp(unpasteable, 'gu'), (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  )
}

function withoutCredentials(baseUrl: string): string {
  return baseUrl.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/\/+$/, '')
}

function hasHeader(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name)
}
