import { stringifyJson } from '../model/json.ts'
import { visible } from '../model/visible.ts'
import type { JournalEntry } from './journal-entry.ts'

/** The requests of a test as text, one line each, for the report of a failed test. */
export function journalText(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return 'The posts mock got no request.'
  const count = entries.length === 1 ? 'one request' : `${entries.length} requests`
  return [`The posts mock got ${count}:`, ...entries.map(line)].join('\n')
}

function line({ method, path, query, body, status, reply, warnings }: JournalEntry): string {
  const sent = body === undefined ? '' : ` ${briefly(typeof body === 'string' ? body : stringifyJson(body))}`
  const reason = status >= 400 && reply?.body ? ` ${briefly(reply.body)}` : ''
  const outcome = status === 0 ? 'no reply' : `${status}${reason}`
  return visible(
    `  ${method} ${path}${query}${sent} -> ${outcome}${warnings.map(({ detail }) => `; outside the interface: ${detail}`).join('')}`,
  ).replaceAll('\n', '\\n')
}

function briefly(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
