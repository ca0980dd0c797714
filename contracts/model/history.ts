import type { PostFields } from '../../handlers/model/post.ts'

/** The texts of a post; undefined where it does not exist. */
export type State = PostFields | undefined

/** When a request was sent and answered, by a common counter. */
export interface Span {
  readonly sent: number
  readonly answered: number
}

/** A write to a post. */
export interface WriteEvent extends Span {
  readonly leaves: State
  /** Whether it was certainly done, and between sending and answering. */
  readonly isCertain: boolean
  /** Whether it is a replace: of a missing post it may succeed and do nothing. */
  readonly isReplace?: boolean
}

export interface ReadEvent extends Span {
  readonly shows: (state: State) => boolean
}

/** The requests of several clients about one post. */
export interface History<Read extends ReadEvent = ReadEvent> {
  readonly initial: State
  readonly writes: readonly WriteEvent[]
  readonly reads: readonly Read[]
}

/** A read that no order explains, and the states that it might have shown. */
export interface UnexplainedRead<Read extends ReadEvent> {
  readonly read: Read
  readonly possible: readonly State[]
}

/**
 * The first answered read that no order of the operations explains; undefined where one order explains all reads. In
 * such an order each operation happens between its request and its reply, and a read shows the latest write before
 * it: linearizability, after Wing and Gong, "Testing and verifying concurrent objects", 1993.
 */
export function unexplainedRead<Read extends ReadEvent>({
  initial,
  writes,
  reads,
}: History<Read>): UnexplainedRead<Read> | undefined {
  const inOrder = reads.toSorted((one, other) => one.answered - other.answered)
  const at = inOrder.findIndex((_read, last) => !isExplained(initial, writes, inOrder.slice(0, last + 1)))
  const read = inOrder[at]
  if (!read) return undefined
  const before = inOrder.slice(0, at)
  const states = [initial, ...writes.map(({ leaves }) => leaves)]
  const possible = states.filter((state) =>
    isExplained(initial, writes, [...before, { ...read, shows: (shown) => shown === state }]),
  )
  return { read, possible: [...new Set(possible)] }
}

/** The possible final states of the post. */
export function finalStates({ initial, writes, reads }: History): readonly State[] {
  const end = { sent: Number.MAX_VALUE, answered: Number.MAX_VALUE }
  const isPossible = (state: State) =>
    isExplained(initial, writes, [...reads, { ...end, shows: (shown) => shown === state }])
  return [...new Set([initial, ...writes.map(({ leaves }) => leaves)])].filter(isPossible)
}

/** Tries all orders; each set of remaining operations with each latest state only once. */
function isExplained(initial: State, writes: readonly WriteEvent[], reads: readonly ReadEvent[]): boolean {
  const events = [...writes, ...reads]
  const mustHappen = (event: WriteEvent | ReadEvent) => 'shows' in event || event.isCertain
  const tried = new Set<string>()
  const explains = (left: readonly number[], latest: number): boolean => {
    const needed = left.flatMap((index) => events[index] ?? []).filter(mustHappen)
    if (needed.length === 0) return true
    const key = `${left} ${latest}`
    if (tried.has(key)) return false
    tried.add(key)
    // An operation answered before another was sent also happened before it.
    const firstAnswer = Math.min(...needed.map(({ answered }) => answered))
    return left.some((index) => {
      const event = events[index]
      if (!event || event.sent > firstAnswer) return false
      const rest = left.filter((each) => each !== index)
      const state = latest < 0 ? initial : writes[latest]?.leaves
      if (!('leaves' in event)) return event.shows(state) && explains(rest, latest)
      return explains(rest, index) || (event.isReplace === true && !state && explains(rest, latest))
    })
  }
  return explains([...events.keys()], -1)
}
