import { UnderstudyError } from '../model/errors.ts'
import type { OperationName } from '../model/operation-name.ts'
import { visible } from '../model/visible.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Selects entries by operation, by values of an entry, or by a function. */
export type JournalFilter =
  | OperationName
  | Partial<Pick<JournalEntry, 'operation' | 'method' | 'path' | 'status'>>
  | ((entry: JournalEntry) => boolean)

/** Converts a filter to a predicate. */
export function journalMatcher(filter: JournalFilter): (entry: JournalEntry) => boolean {
  if (typeof filter === 'function') return filter
  const wanted = Object.entries(typeof filter === 'string' ? { operation: filter } : filter)
  return (entry) => wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value)
}

/**
 * The error for a timeout of `waitFor`.
 * @param timeout in milliseconds.
 * @param requests those that arrived.
 */
export function waitedInVain(
  filter: JournalFilter,
  timeout: number,
  requests: readonly JournalEntry[],
): UnderstudyError {
  const came = requests.map(({ method, path, status }) => visible(`${method} ${path} (${status})`)).join(', ')
  return new UnderstudyError(
    'WAIT_TIMED_OUT',
    `Failed to wait for ${describe(filter)}: it did not come within ${timeout} ms. Requests that came: ${came || 'none'}.`,
  )
}

function describe(filter: JournalFilter): string {
  if (typeof filter === 'function') return 'a request that the filter means'
  return typeof filter === 'string' ? `a ${filter} request` : `a request with ${JSON.stringify(filter)}`
}
