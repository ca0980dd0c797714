/** The candidate that a mistyped text most likely means; undefined where none is near. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({
      candidate,
      distance: candidate.startsWith(text) ? 0 : editDistance(text, candidate),
    }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(1, 0.4 * Math.min(text.length, candidate.length)),
    )
  return near.sort((left, right) => left.distance - right.distance)[0]?.candidate
}

/** How many letters have to be put in, left out, changed or swapped with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const distance = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + cost,
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      const line = rows[row]
      if (line) line[column] = distance
    }
  }
  return at(from.length, to.length)
}
