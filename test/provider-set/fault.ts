import type { Change } from './provider.ts'

/** A statement of the interface document, by the id that design.md gives it. */
export type Clause =
  | 'wire.json'
  | 'post.shape'
  | 'list.ok'
  | 'list.all'
  | 'read.ok'
  | 'read.missing'
  | 'create.adds'
  | 'create.assigns-id'
  | 'create.not-idempotent'
  | 'replace.whole'
  | 'replace.idempotent'
  | 'replace.same-id'
  | 'delete.removes'
  | 'delete.idempotent'
  | 'safe.get'
  | 'others.untouched'
  | 'version.path'

/** One way to be wrong: a provider with this change contradicts the document, and nothing else is wrong with it. */
export interface Fault {
  readonly name: string
  /** The statement that it breaks. */
  readonly clause: Clause
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
  clause: Clause,
  faults: Readonly<Record<string, readonly [about: string, change: Change, arguable?: string]>>,
): readonly Fault[] {
  return Object.entries(faults).map(([name, [about, change, arguable]]) => {
    const fault = { name, clause, about, change }
    return arguable === undefined ? fault : { ...fault, arguable }
  })
}
