/** An operation of a history: a request of one of several clients, and what its reply tells. */
export interface Operation<State> {
  /** When it was called, in milliseconds of a monotonic clock. */
  readonly call: number
  /** When it returned; Infinity where no reply decides: it may happen at any time after its call, or never. */
  readonly return: number
  /** The states that it may leave a state in; none where its reply does not fit the state. */
  readonly step: (state: State) => readonly State[]
}

/** How far a history can be explained by an order of its operations. */
export interface Linearization<State> {
  /** The states after all operations, of every order that fits; empty where none does. */
  readonly states: readonly State[]
  /** The longest order that fits: the numbers of its operations. */
  readonly order: readonly number[]
  /** The operation that fits nowhere after it: of those that are left, the first to return; missing where all fit. */
  readonly misfit?: number
}

/** The most steps of a search, and the most operations: a bit of a number stands for each. */
const mostSteps = 200_000
const mostOperations = 30

/**
 * Finds the orders of concurrent operations on one thing that respect real time (what returned before another was
 * called comes before it) and explain every reply: the search of Wing and Gong ("Testing and Verifying Concurrent
 * Objects", 1993) with a cache of what was done and the state then, as Lowe and porcupine have it. An interval is closed: what
 * returns in the moment in which another is called may come after it.
 *
 * @param initial the states that the thing may have before.
 * @param keyOf a text that is equal for equal states.
 * @returns undefined where the search would take too long: then nothing is known.
 * @example
 * const write = (call: number, text: string) => ({ call, return: call + 2, step: () => [text] })
 * linearize(['a'], [write(0, 'b'), write(1, 'c')], (text) => text)?.states // ['c', 'b']
 */
export function linearize<State>(
  initial: readonly State[],
  operations: readonly Operation<State>[],
  keyOf: (state: State) => string,
): Linearization<State> | undefined {
  if (operations.length > mostOperations) return undefined
  const states = new Map<string, State>()
  const seen = new Set<string>()
  let longest: readonly number[] = []
  let steps = 0
  const search = (state: State, order: readonly number[], done: number): void => {
    const key = `${done} ${keyOf(state)}`
    if (seen.has(key) || steps > mostSteps) return
    seen.add(key)
    if (order.length > longest.length) longest = order
    const rest = restOf(operations, done)
    if (rest.every(([, each]) => each.return === Number.POSITIVE_INFINITY)) states.set(keyOf(state), state)
    const end = Math.min(...rest.map(([, each]) => each.return))
    for (const [at, { call, step }] of rest) {
      steps++
      // What was called after another one has returned must wait for it.
      if (call <= end) for (const next of step(state)) search(next, [...order, at], done | (1 << at))
    }
  }
  for (const state of initial) search(state, [], 0)
  if (steps > mostSteps) return undefined
  const left = operations.filter((_each, at) => !longest.includes(at))
  const end = Math.min(...left.map((each) => each.return))
  const misfit = operations.findIndex((each) => left.includes(each) && each.return === end)
  return { states: [...states.values()], order: longest, ...(states.size > 0 ? {} : { misfit }) }
}

function restOf<State>(operations: readonly Operation<State>[], done: number): [number, Operation<State>][] {
  return [...operations.entries()].filter(([at]) => (done & (1 << at)) === 0)
}
