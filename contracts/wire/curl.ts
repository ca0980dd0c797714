import { visibleJson } from '../../handlers/model/visible.ts'
import type { SentRequest } from '../scenarios/exchange.ts'

export interface CurlOptions {
  /** The base address of the service. */
  readonly base: string
  /** The names of headers whose values come from shell variables, such as `$AUTHORIZATION_HEADER`. */
  readonly secrets: readonly string[]
  /** Whether to accept any certificate. Default false. */
  readonly insecure?: boolean
}

/**
 * The curl command for a POSIX shell that sends the same JSON.
 *
 * @example
 * curlOf({ method: 'DELETE', path: '/posts/7', headers: {} }, { base: 'http://127.0.0.1:3000/v1', secrets: [] })
 * // curl -i -X DELETE http://127.0.0.1:3000/v1/posts/7
 */
export function curlOf(
  { method, path, headers, body }: SentRequest,
  { base, secrets, insecure = false }: CurlOptions,
): string {
  const url = base + path
  const isSecret = (name: string) => secrets.some((secret) => secret.toLowerCase() === name.toLowerCase())
  const words = ['curl', '-i']
  if (method !== 'GET' || body !== undefined) words.push('-X', quoted(method))
  if (insecure) words.push('-k')
  // curl expands braces and brackets.
  if (/[[\]{}]/.test(url)) words.push('-g')
  words.push(quoted(url))
  // For curl, "Name:" removes a header.
  for (const [name, value] of Object.entries(headers))
    if (!isSecret(name)) words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  for (const name of secrets) words.push('-H', secretHeader(name))
  if (body === undefined) return words.join(' ')
  // Otherwise curl would add its default media type.
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    words.push('-H', quoted('Content-Type:'))
  return [...words, '--data-raw', quoted(body)].join(' ')
}

/** A text as one word of a POSIX shell. Characters that a terminal interprets are escaped as in JSON. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${visibleJson(text).replaceAll('\t', '\\t').replaceAll("'", "'\\''")}'`
}

/** A header as one word of a shell, with its value from a variable such as `$AUTHORIZATION_HEADER`. */
export function secretHeader(name: string): string {
  const value = `$${name.toUpperCase().replace(/[^A-Z0-9]|^(?=\d)/g, '_')}_HEADER`
  // A shell executes backticks in double quotes.
  return /^[\w-]+$/.test(name) ? `"${name}: ${value}"` : `${quoted(`${name}: `)}"${value}"`
}
