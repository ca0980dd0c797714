/** One line of the table: a figure of ours, what stands beside it, and whether the target is met. */
export interface Row {
  readonly section: string
  readonly what: string
  readonly unit: Unit
  /** The median of the rounds. */
  readonly ours: number
  readonly beside: string | undefined
  readonly theirs: number | undefined
  /** Ours by theirs: the median of the rounds' own ratios, so that what a round met on the machine counts for both. */
  readonly ratio: number | undefined
  readonly target: Target | undefined
  /** Undefined where there is no target. */
  readonly met: boolean | undefined
  /** Every round. */
  readonly rounds: { readonly ours: readonly number[]; readonly theirs: readonly number[] | undefined }
}

export type Unit = 'req/s' | 'ms' | 'µs' | 'ns' | 'MB' | 'KB'

/** What is asked of the ratio, or of our figure. */
export interface Target {
  readonly of: 'ratio' | 'ours'
  readonly least?: number
  readonly most?: number
}

interface Figures {
  readonly section: string
  readonly what: string
  readonly unit: Unit
  readonly ours: readonly number[]
  readonly beside?: string
  readonly theirs?: readonly number[]
  readonly target?: Target | undefined
}

/** Makes a line of the figures of all rounds; round by round, the two were measured side by side. */
export function compare({ section, what, unit, ours, beside, theirs, target }: Figures): Row {
  const ratio = theirs && median(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)))
  const judged = target?.of === 'ratio' ? ratio : median(ours)
  return {
    section,
    what,
    unit,
    ours: median(ours),
    beside,
    theirs: theirs && median(theirs),
    ratio,
    target,
    met: target && judged !== undefined ? keeps(target, judged) : undefined,
    rounds: { ours, theirs },
  }
}

function keeps({ least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Target, value: number) {
  return value >= least && value <= most
}

/** The figure in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** A list that begins at another of its items in every round: none is always measured first. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const start = round % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
