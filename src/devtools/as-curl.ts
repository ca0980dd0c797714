import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { curlLine, secret } from '../../handlers/model/curl.ts'
import { isRedacted, repeatable } from './repeatable.ts'

/**
 * A request of the journal as a command for a POSIX shell. Values that the journal redacted are variables, such as
 * `"$AUTHORIZATION"`.
 *
 * @param postsUrl the base address.
 */
export function asCurl(entry: JournalEntry, postsUrl: string): string {
  const { method, path, headers, body } = repeatable(entry)
  const shown = headers.map(([name, value]) => [name, isRedacted(value) ? secret : value] as const)
  return curlLine({ method, url: postsUrl + path, headers: shown, body })
}
