import type { PostFields } from '../../handlers/model/post.ts'

/** What a post may be: its texts, or undefined where there is no such post. */
export type State = PostFields | undefined

/** When a request left and when its answer came, by a count of all such moments. */
export interface Span {
  readonly sent: number
  readonly answered: number
}

/** A write to a post. */
export interface WriteEvent extends Span {
  readonly leaves: State
  /** Whether it was done; otherwise it may have been, then or later. */
  readonly isCertain: boolean
  /** Whether it replaces a post: where there is none, it may be answered as if it were done and do nothing. */
  readonly isReplace?: boolean
}

/** A look at a post. */
export interface ReadEvent extends Span {
  readonly shows: (state: State) => boolean
}

/** What several clients did with one post, as they saw it. */
export interface History<Read extends ReadEvent = ReadEvent> {
  readonly initial: State
  readonly writes: readonly WriteEvent[]
  readonly reads: readonly Read[]
}

/** A read that no order explains, and what it might have shown. */
export interface UnexplainedRead<Read extends ReadEvent> {
  readonly read: Read
  readonly possible: readonly State[]
}

/**
 * The first read, by the moment of its answer, that no order of the operations explains, with the states that it might have shown;
 * undefined where one order explains them all. In such an order each operation happens at a moment between its request and its answer,
 * and a read shows what the latest write before it left: linearizability, after Wing and Gong, "Testing and verifying concurrent
 * objects", 1993.
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

/** What the post may be in the end, as far as the writes and the reads tell. */
export function finalStates({ initial, writes, reads }: History): readonly State[] {
  const end = { sent: Number.MAX_VALUE, answered: Number.MAX_VALUE }
  const isPossible = (state: State) =>
    isExplained(initial, writes, [...reads, { ...end, shows: (shown) => shown === state }])
  return [...new Set([initial, ...writes.map(({ leaves }) => leaves)])].filter(isPossible)
}

/** Tries the orders, and each set of operations with each state after it once. */
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
    // What was answered before another was sent also happened before it.
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
