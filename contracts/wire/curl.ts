import { unseenCharacters } from '../../handlers/model/visible.ts'

/** A request for a curl command. */
export interface CurlRequest {
  readonly method: string
  /** With path and query. */
  readonly url: string
  /** By name; `secret` for a value from a shell variable, such as `$AUTHORIZATION`. */
  readonly headers: readonly (readonly [name: string, value: string | typeof secret])[]
  readonly body?: string | undefined
  /** Reads the body from a file instead. */
  readonly bodyFile?: string | undefined
  /** Whether to accept any certificate. Default false. */
  readonly insecure?: boolean
}

/** Placeholder for the value of a secret header. */
export const secret = Symbol('a secret')

/** Characters that a terminal interprets, also in pasted text. */
const acting = new RegExp(`${unseenCharacters.source}|\\t`, 'gu')

/**
 * A curl command for a POSIX shell that sends the same bytes.
 *
 * @example
 * curlLine({ method: 'DELETE', url: 'http://127.0.0.1:3000/v1/posts/7', headers: [] })
 * // curl -i -X DELETE http://127.0.0.1:3000/v1/posts/7
 */
export function curlLine({ method, url, headers, body, bodyFile, insecure = false }: CurlRequest): string {
  const words = ['curl', ...methodWords(method, body), ...(insecure ? ['-k'] : []), ...urlWords(url)]
  for (const [name, value] of headers)
    words.push('-H', value === secret ? secretHeader(name) : headerWord(name, value))
  if (body === undefined) return words.join(' ')
  // Otherwise curl would add its default media type.
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type'))
    words.push('-H', quoted('Content-Type:'))
  if (bodyFile !== undefined) return [...words, '--data-binary', quoted(`@${bodyFile}`)].join(' ')
  return [...words, '--data-raw', quoted(body)].join(' ')
}

/** Quotes a text as one word of a POSIX shell; one with characters that a terminal interprets in octal, as $'\033'. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  if (text.search(acting) < 0) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = text
    .replaceAll(/[\\']/g, '\\$&')
    .replace(acting, (character) =>
      Array.from(
        new TextEncoder().encode(character),
        (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
      ).join(''),
    )
  return `$'${escaped}'`
}

/**
 * A header as one word of a shell, with its value from a variable such as `$AUTHORIZATION`. The name is quoted separately: a page
 * may send a header with any name, and a shell executes backticks in double quotes.
 */
export function secretHeader(name: string): string {
  const variable = variableOf(name)
  return /^[\w-]+$/.test(name) ? `"${name}: $${variable}"` : `${quoted(`${name}: `)}"$${variable}"`
}

function methodWords(method: string, body: string | undefined): string[] {
  if (method === 'HEAD') return body === undefined ? ['-I'] : ['-i', '-X', 'HEAD']
  return method === 'GET' && body === undefined ? ['-i'] : ['-i', '-X', quoted(method)]
}

function urlWords(url: string): string[] {
  // curl expands braces and brackets, and removes dots from a path.
  const globs = /[[\]{}]/.test(url) ? ['-g'] : []
  const dots = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url) ? ['--path-as-is'] : []
  return [...globs, ...dots, quoted(url)]
}

function headerWord(name: string, value: string): string {
  // For curl, "Name:" removes a header.
  return quoted(value === '' ? `${name};` : `${name}: ${value}`)
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
