import type { ClauseId } from '../../contracts/scenarios/clauses.ts'
import type { Change } from './provider.ts'

/** A provider of the set, by what it does otherwise than the correct one. */
export interface Member {
  readonly name: string
  /** The clause that it breaks; of a correct one the choice that it answers, or what surrounds every service, such as `transport`. */
  readonly of: string
  readonly change: Change
  /** What a client has to send along to be served. */
  readonly headers?: Readonly<Record<string, string>>
  /** Why somebody might call a faulty one correct, or a correct one faulty. */
  readonly arguable?: string
}

type More = Pick<Member, 'headers' | 'arguable'>
type Named = Readonly<Record<string, Change | readonly [change: Change, more: More]>>

/** Declares faulty providers: each contradicts one clause of the document, and nothing else is wrong with it. */
export const breaking = membersOf<ClauseId>

/** Declares correct providers: the document does not speak against what they do. */
export const varying = membersOf<string>

/** @example breaking({ 'list.all': { 'list-without-newest': choosing((posts) => posts.slice(0, -1)) } }) */
function membersOf<Of extends string>(members: Readonly<Partial<Record<Of, Named>>>): readonly Member[] {
  return Object.entries<Named | undefined>(members).flatMap(([of, named = {}]) =>
    Object.entries(named).map(([name, given]) => {
      const [change, more] = typeof given === 'function' ? [given] : given
      return { name, of, change, ...more }
    }),
  )
}
