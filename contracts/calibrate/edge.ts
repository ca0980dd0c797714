/** What {@link findEdge} takes. */
export interface EdgeSearch {
  /** A size that is taken, as is known. */
  readonly taken: number
  /** Sizes that are tried one after the other, smallest first, until one is refused. */
  readonly rungs: readonly number[]
  /** Limits that services usually have: tried before numbers in between. */
  readonly usual: readonly number[]
  /** Whether a size is taken; undefined ends the search. */
  readonly takes: (size: number) => Promise<boolean | undefined>
}

/** Between which sizes the edge lies. */
export interface Edge {
  /** The largest size that was taken. */
  readonly taken: number
  /** The smallest that was refused; undefined where none was. */
  readonly refused: number | undefined
  /** Whether nothing lies between them, or every rung was taken. */
  readonly isExact: boolean
}

/** Finds the largest size that a service takes, gently: from small to large, and then by halves. */
export async function findEdge({ taken, rungs, usual, takes }: EdgeSearch): Promise<Edge> {
  let low = taken
  let high: number | undefined
  const above = rungs.filter((size) => size > taken)
  const next = () => (high === undefined ? above.shift() : between(low, high, rungs, usual))
  for (let size = next(); size !== undefined; size = next()) {
    const isTaken = await takes(size)
    if (isTaken === undefined) return { taken: low, refused: high, isExact: false }
    if (isTaken) low = size
    else high = size
  }
  return { taken: low, refused: high, isExact: true }
}

/** A likely limit among the sizes that are left, or the one above it; else the size in the middle. */
function between(
  low: number,
  high: number,
  rungs: readonly number[],
  usual: readonly number[],
): number | undefined {
  if (high - low === 1) return undefined
  // A rung stands right above a limit that services have.
  if (rungs.includes(high)) return high - 1
  const left = usual.flatMap((limit) => [limit, limit + 1]).filter((size) => size > low && size < high)
  return left[left.length >> 1] ?? Math.floor((low + high) / 2)
}
