import type { ClauseId } from '../../contracts/spec/clauses.ts'
import type { Change } from './provider.ts'

/** One way to be wrong: a provider with this change contradicts the document, and nothing else is wrong with it. */
export interface Fault {
  readonly name: string
  /** The statement that it breaks. */
  readonly clause: ClauseId
  readonly about: string
  readonly change: Change
  /** Why somebody might call it legitimate. */
  readonly arguable?: string
}

/**
 * Declares faults that break one clause, by their names; the last of each is why it is arguable, where it is.
 *
 * @example
 * breaking('list.all', { 'list-without-newest': ['The newest is missing.', choosing((posts) => posts.slice(0, -1))] })
 */
export function breaking(
  clause: ClauseId,
  faults: Readonly<Record<string, readonly [about: string, change: Change, arguable?: string]>>,
): readonly Fault[] {
  return Object.entries(faults).map(([name, [about, change, arguable]]) => {
    const fault = { name, clause, about, change }
    return arguable === undefined ? fault : { ...fault, arguable }
  })
}
