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
  let [low, high] = [taken, undefined as number | undefined]
  for (const rung of rungs.filter((size) => size > taken)) {
    const isTaken = await takes(rung)
    if (isTaken === undefined) return { taken: low, refused: high, isExact: false }
    if (isTaken) low = rung
    else high = rung
    if (!isTaken) break
  }
  while (high !== undefined && high - low > 1) {
    const size = between(low, high, usual)
    const isTaken = await takes(size)
    if (isTaken === undefined) return { taken: low, refused: high, isExact: false }
    if (isTaken) low = size
    else high = size
  }
  return { taken: low, refused: high, isExact: true }
}

/** A usual limit, or the size above it, in the middle of those that are left; else the middle. */
function between(low: number, high: number, usual: readonly number[]): number {
  const left = usual.flatMap((limit) => [limit, limit + 1]).filter((size) => size > low && size < high)
  return left[left.length >> 1] ?? Math.floor((low + high) / 2)
}
