import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { headerWord, quoted, secretHeader } from '../../handlers/model/shell-words.ts'
import { isBlottedOut, repeatable } from './repeatable.ts'

/**
 * A request of the journal as a command for any POSIX shell. Values that the journal blotted out come from variables, such as
 * `"$AUTHORIZATION"`.
 *
 * @param postsUrl the base address.
 */
export function asCurl(entry: JournalEntry, postsUrl: string): string {
  const { method, path, headers, body } = repeatable(entry)
  const words = ['curl']
  if (method === 'HEAD') words.push('-I')
  else if (method === 'GET' && body === undefined) words.push('-i')
  else words.push('-i', '-X', quoted(method))
  // curl makes several addresses of braces and brackets.
  if (/[[\]{}]/.test(path)) words.push('-g')
  words.push(quoted(postsUrl + path))
  for (const [name, value] of headers)
    words.push('-H', isBlottedOut(value) ? secretHeader(name) : headerWord(name, value))
  if (body !== undefined) {
    // Without a media type of ours curl would add one of its own.
    if (!headers.some(([name]) => name === 'content-type')) words.push('-H', quoted('Content-Type:'))
    words.push('--data-raw', quoted(body))
  }
  return words.join(' ')
}
