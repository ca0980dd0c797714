/** The examples that were not run: their state could not be set up. Plain data. */
export interface NotRun {
  readonly examples: number
  /** How many the run had. */
  readonly of: number
  /** Why the first was not run. */
  readonly reason: string
}

/** Undefined where all were run. @param left why an example was not run, by its key. */
export function notRunOf(left: ReadonlyMap<string, string>, all: number): NotRun | undefined {
  const [reason] = left.values()
  return reason === undefined ? undefined : { examples: left.size, of: all, reason }
}

/** A note for each reason, with the examples. */
export function notRunNotes(left: ReadonlyMap<string, string>): string[] {
  const byReason = Map.groupBy(left, ([, reason]) => reason.replaceAll(/-?\d+/g, '#'))
  return [...byReason.values()].map((some) => {
    const what = some.length === 1 ? '1 example was' : `${some.length} examples were`
    return `${what} not run, because ${some[0]?.[1]}: ${some.map(([key]) => key).join(', ')}.`
  })
}
