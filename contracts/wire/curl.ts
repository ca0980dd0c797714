import { unseenCharacters } from '../../handlers/model/visible.ts'
import type { SentRequest } from '../scenarios/exchange.ts'

export interface CurlOptions {
  /** The base address of the service. */
  readonly base: string
  /** The names of headers whose values come from shell variables, such as `$AUTHORIZATION`. */
  readonly secrets: readonly string[]
  /** Whether to accept any certificate. Default false. */
  readonly insecure?: boolean
}

/** Characters that a terminal interprets, also in pasted text. */
const acting = new RegExp(`${unseenCharacters.source}|\\t`, 'gu')

/**
 * The curl command for a POSIX shell that sends the same bytes.
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

/** Quotes a text as one word of a POSIX shell; characters that a terminal interprets are written in octal, for printf. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  if (text.search(acting) < 0) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "'\\''")
    .replace(acting, (character) =>
      Array.from(
        new TextEncoder().encode(character),
        (byte) => `\\0${byte.toString(8).padStart(3, '0')}`,
      ).join(''),
    )
  // A shell leaves out the line ends at the end of what a command prints.
  const [, begin = '', end = ''] = /^(.*?)(\n*)$/s.exec(escaped) ?? []
  return `"$(printf %b '${begin}')"${end && `'${end}'`}`
}

/** A random number in a POSIX shell: each write needs another Idempotency-Key. */
const randomInShell = "$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')"

/** A header as one word of a shell, with its value from a variable such as `$AUTHORIZATION`. */
export function secretHeader(name: string): string {
  const value = `$${variableOf(name)}${/^idempotency-key$/i.test(name) ? `-${randomInShell}` : ''}`
  // A shell executes backticks in double quotes.
  return /^[\w-]+$/.test(name) ? `"${name}: ${value}"` : `${quoted(`${name}: `)}"${value}"`
}

/** The variable for a header; a name of one word, such as User or Path, may already be a shell variable. */
function variableOf(name: string): string {
  const variable = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_')
  return variable.includes('_') || ['AUTHORIZATION', 'COOKIE'].includes(variable)
    ? variable
    : `${variable}_HEADER`
}
