import type { ClauseId } from '../../contracts/scenarios/clauses.ts'
import type { Change } from './provider.ts'

/** One way to be wrong: a provider with this change contradicts the document, and nothing else is wrong with it. */
export interface Fault {
  readonly name: string
  /** The statement that it breaks. */
  readonly clause: ClauseId
  readonly change: Change
  /** Why somebody might call it legitimate. */
  readonly arguable?: string
}

type Faults = Readonly<Record<string, Change | readonly [change: Change, arguable: string]>>

/**
 * Declares faulty providers under the clause that they break: a name, and what they do otherwise than the correct one.
 *
 * @example
 * breaking({ 'list.all': { 'list-without-newest': choosing((posts) => posts.slice(0, -1)) } })
 */
export function breaking(faults: Readonly<Partial<Record<ClauseId, Faults>>>): readonly Fault[] {
  return Object.entries(faults).flatMap(([clause, named]) =>
    Object.entries(named).map(([name, given]) => {
      const [change, arguable] = typeof given === 'function' ? [given] : given
      return { name, clause: clause as ClauseId, change, ...(arguable === undefined ? {} : { arguable }) }
    }),
  )
}
