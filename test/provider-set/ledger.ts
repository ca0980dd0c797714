import type { Clause } from './fault.ts'
import { fits, isPost, type Outcome } from './outcome.ts'
import type { Fields } from './provider.ts'
import type { Target } from './steps.ts'

/** A post that this client knows, with the clauses that are to blame if it is not seen as expected. */
export interface Entry {
  readonly name: Target
  readonly id: bigint
  outcomes: readonly Outcome[]
  readonly suspects: Record<View, Set<Clause>>
}

type View = 'read' | 'list'

/** Statements of the document that an observation contradicts; one of them at least is broken. */
export interface Contradiction {
  readonly clauses: ReadonlySet<Clause>
  readonly about: string
}

/** What a client can know of a provider from the document and its own requests alone, and what contradicts it. */
export class Ledger {
  readonly entries = new Map<bigint, Entry>()
  /** To blame for a post in the list that nobody made. */
  readonly #ghostSuspects = new Set<Clause>()

  add(name: Target, id: bigint, outcomes: readonly Outcome[], clauses: readonly Clause[]): void {
    this.entries.set(id, { name, id, outcomes, suspects: { read: new Set(clauses), list: new Set(clauses) } })
  }

  /** Notes that a write may have broken these clauses on its own post, and touched the others. */
  suspect(clauses: readonly Clause[], own?: Entry): void {
    const elsewhere: Clause[] = [...clauses.filter(reachesOthers), 'others.untouched']
    for (const clause of clauses) this.#ghostSuspects.add(clause)
    for (const entry of this.entries.values())
      for (const suspects of Object.values(entry.suspects))
        for (const clause of entry === own ? clauses : elsewhere) suspects.add(clause)
  }

  judgeRead(id: bigint, status: number, shown: unknown): Contradiction[] {
    const entry = this.entries.get(id)
    const gone = entry === undefined || entry.outcomes.includes('gone')
    if (entry === undefined && status === 404) this.add(`#${id}`, id, ['gone'], [])
    if (status === 404 && gone) return this.#seen(entry, 'read', ['gone'])
    if (entry === undefined) return [missing(`read of ${id}`, status, shown)]
    const fitting = entry.outcomes.filter((outcome) => outcome !== 'gone' && fits(outcome, id, shown))
    if (status === 200 && fitting.length > 0) return this.#seen(entry, 'read', fitting)
    const blamed = this.#judgeSetUp(entry, 'read')
    if (entry.outcomes.every((outcome) => outcome === 'gone'))
      return [missing(entry.name, status, shown, blamed)]
    const shape: Clause[] = status === 200 && !isPost(shown) ? ['post.shape'] : []
    const path: Clause[] = status === 404 ? ['version.path'] : []
    return [
      contradiction(
        ['read.ok', ...shape, ...path, ...blamed],
        `read of ${entry.name}: ${status} ${print(shown)}`,
      ),
    ]
  }

  judgeList(status: number, shown: unknown): Contradiction[] {
    if (status !== 200 || !Array.isArray(shown))
      return [contradiction(['list.ok'], `list: ${status} ${print(shown)}`)]
    const ids = shown.map((item: Fields | null) => item?.id)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    const contradictions = [
      ...twice.map((id) => contradiction(['list.all', ...this.#ghosts()], `list: id ${print(id)} twice`)),
      ...shown.flatMap((item) => this.#judgeForeignPost(item)),
      ...[...this.entries.values()].flatMap((entry) => this.#judgeListed(entry, shown)),
    ]
    if (contradictions.length === 0) this.#ghostSuspects.clear()
    return contradictions
  }

  #judgeListed(entry: Entry, items: readonly (Fields | null)[]): Contradiction[] {
    const item = items.find((each) => each?.id === entry.id)
    const fitting = entry.outcomes.filter((outcome) =>
      item ? outcome !== 'gone' && fits(outcome, entry.id, item) : outcome === 'gone',
    )
    if (fitting.length > 0) return this.#seen(entry, 'list', fitting)
    const all: Clause[] = item === undefined || entry.outcomes.includes('gone') ? ['list.all'] : []
    const shape: Clause[] = item === undefined || isPost(item) ? [] : ['post.shape']
    return [
      contradiction(
        [...all, ...shape, ...this.#judgeSetUp(entry, 'list')],
        `list: ${entry.name} as ${print(item)}`,
      ),
    ]
  }

  /** A listed item that is none of our posts must be a post all the same, and not bear our texts. */
  #judgeForeignPost(item: Fields | null): Contradiction[] {
    if (this.entries.has(item?.id as bigint)) return []
    if (!isPost(item)) return [contradiction(['post.shape', 'list.ok'], `list: ${print(item)} is not a post`)]
    if (![item.title, item.content].some((text) => text.startsWith('fleet '))) return []
    return [contradiction(['list.all', ...this.#ghosts()], `list: nobody made ${print(item)}`)]
  }

  #ghosts(): ReadonlySet<Clause> {
    return this.#ghostSuspects.size > 0 ? this.#ghostSuspects : new Set<Clause>(['safe.get'])
  }

  #judgeSetUp({ suspects }: Entry, view: View): ReadonlySet<Clause> {
    return suspects[view].size > 0 ? suspects[view] : new Set<Clause>(['safe.get'])
  }

  #seen(entry: Entry | undefined, view: View, outcomes: readonly Outcome[]): [] {
    if (entry) entry.outcomes = outcomes
    entry?.suspects[view].clear()
    return []
  }
}

/** A second identical call may do harm anywhere; a first call is blamed on its own post, or as `others.untouched`. */
function reachesOthers(clause: Clause): boolean {
  return clause.endsWith('idempotent')
}

function missing(
  about: string,
  status: number,
  shown: unknown,
  blamed: Iterable<Clause> = [],
): Contradiction {
  return contradiction(['read.missing', ...blamed], `${about}, which is not there: ${status} ${print(shown)}`)
}

export function contradiction(clauses: Iterable<Clause>, about: string): Contradiction {
  return { clauses: new Set(clauses), about }
}

function print(shown: unknown): string {
  return (
    JSON.stringify(shown, (_key, item) => (typeof item === 'bigint' ? `${item}` : item))?.slice(0, 200) ??
    'nothing'
  )
}
