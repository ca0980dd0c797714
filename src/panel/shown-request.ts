import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'

/** The CSS class for the result of a request. */
export function kindOf({ status }: JournalEntry): 'good' | 'warn' | 'bad' {
  return status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
}

export function shownStatus({ status }: JournalEntry): string {
  return status === 0 ? 'no reply' : `${status}`
}

export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
