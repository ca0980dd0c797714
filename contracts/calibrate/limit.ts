import type { Detection } from '../choices/detection.ts'
import type { Exchange } from '../spec/exchange.ts'
import type { Trial } from './trials.ts'

export interface LimitSearch extends Omit<EdgeSearch, 'takes'> {
  /** The result of an earlier search: checked first, and searched again only if it is wrong. */
  readonly hint?: number | undefined
  readonly attempt: (size: number) => Promise<Trial | undefined>
}

export interface Limit extends Edge {
  readonly evidence: readonly Exchange[]
  /** How the smallest refused size was refused, to follow "it is". */
  readonly refusal: string
  /** The status of that refusal; undefined where the connection was closed. */
  readonly status: number | undefined
  /** Whether an answer agrees with the limit. */
  fits(expected: number | 'none'): boolean
}

/** Finds a limit, and keeps the replies on both sides of it. */
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
    fits: (expected) => fitsEdge(edge, expected),
  }
}

/** The limit in an earlier result; undefined where there is none. */
export function numberIn(reading: Detection<number | 'none'> | undefined): number | undefined {
  return reading && 'answer' in reading && reading.answer !== 'none' ? reading.answer : undefined
}

function fitsEdge({ taken, refused, isExact }: Edge, expected: number | 'none'): boolean {
  if (refused === undefined) return expected === 'none' || expected >= taken
  return expected !== 'none' && (isExact ? expected === taken : expected >= taken && expected < refused)
}

export interface EdgeSearch {
  /** A size that is known to be accepted. */
  readonly taken: number
  /** Sizes to try in order until one is refused. */
  readonly rungs: readonly number[]
  /** Common limits: tried before other numbers. */
  readonly usual: readonly number[]
  /** Whether a size is accepted; undefined ends the search. */
  readonly takes: (size: number) => Promise<boolean | undefined>
}

export interface Edge {
  /** The largest accepted size. */
  readonly taken: number
  /** The smallest refused size; undefined where none was refused. */
  readonly refused: number | undefined
  /** Whether they are adjacent, or every rung was accepted. */
  readonly isExact: boolean
}

/** Finds the largest size that a service accepts: first from small to large, then by bisection. */
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

/** A common limit between the sizes, or the size above it; otherwise the middle. */
function between(
  low: number,
  high: number,
  rungs: readonly number[],
  usual: readonly number[],
): number | undefined {
  if (high - low === 1) return undefined
  // A rung is one above a common limit.
  if (rungs.includes(high)) return high - 1
  const left = usual.flatMap((limit) => [limit, limit + 1]).filter((size) => size > low && size < high)
  return left[left.length >> 1] ?? Math.floor((low + high) / 2)
}
