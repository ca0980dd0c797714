import type { Exchange } from '../document/exchange.ts'
import { type Edge, findEdge } from './edge.ts'
import type { Trial } from './lab.ts'

/** What {@link findLimit} takes. */
export interface LimitSearch {
  readonly taken: number
  readonly rungs: readonly number[]
  readonly usual: readonly number[]
  /** What an earlier search found: looked at on both sides, and searched anew only where it does not hold. */
  readonly hint?: number | undefined
  /** Tries a size; undefined ends the search. */
  readonly attempt: (size: number) => Promise<Trial | undefined>
}

/** A limit of a service, as far as it was found. */
export interface Limit extends Edge {
  readonly evidence: readonly Exchange[]
  /** How the smallest size that was refused was refused, in words that follow "it is". */
  readonly refusal: string
  /** The status of that refusal; undefined where the connection was closed instead. */
  readonly status: number | undefined
}

/** Finds a limit and keeps what was answered on both sides of it. */
export async function findLimit({ hint, attempt, ...search }: LimitSearch): Promise<Limit> {
  const attempts = new Map<number, Trial>()
  const takes = async (size: number) => {
    const made = await attempt(size)
    if (made) attempts.set(size, made)
    return made?.isDone
  }
  const isStillTaken = hint !== undefined && (await takes(hint)) === true
  const isAsBefore = isStillTaken && (await takes(hint + 1)) === false
  const edge: Edge = isAsBefore
    ? { taken: hint, refused: hint + 1, isExact: true }
    : await findEdge({ ...search, taken: isStillTaken ? hint : search.taken, takes })
  const sides = [edge.taken, edge.refused].map((size) =>
    size === undefined ? undefined : attempts.get(size),
  )
  const status = sides[1]?.exchange?.reply.status
  return {
    ...edge,
    evidence: sides.flatMap((side) => (side?.exchange ? [side.exchange] : [])),
    refusal: status === undefined ? 'refused by closing the connection' : `answered with ${status}`,
    status,
  }
}

/** Asks whether a limit of a profile agrees with what was found. */
export function fitsLimit({ taken, refused, isExact }: Edge, expected: number | 'none'): boolean {
  if (refused === undefined) return expected === 'none' || expected >= taken
  return expected !== 'none' && (isExact ? expected === taken : expected >= taken && expected < refused)
}
