import type { NativeResult } from '../pact/replay/native-verdicts.ts'

/** The examples that were not run, because their state could not be set up. Plain data. */
export interface NotRun {
  readonly examples: number
  /** How many the run had. */
  readonly of: number
  /** Why the first was not run. */
  readonly reason: string
}

/** Undefined where all were run. */
export function notRunOf(interactions: readonly NativeResult[]): NotRun | undefined {
  const left = interactions.filter(({ setUpFailure }) => setUpFailure !== undefined)
  const reason = left[0]?.setUpFailure
  if (reason === undefined) return undefined
  return { examples: countKeys(left), of: countKeys(interactions), reason }
}

/** A note for each reason, with the examples. */
export function notRunNotes(interactions: readonly NativeResult[]): string[] {
  const left = interactions.filter(({ setUpFailure }) => setUpFailure !== undefined)
  const withoutIds = ({ setUpFailure = '' }: NativeResult) => setUpFailure.replaceAll(/-?\d+/g, '#')
  return [...Map.groupBy(left, withoutIds).values()].map((some) => {
    const keys = [...new Set(some.map(({ key }) => key))]
    const what = keys.length === 1 ? '1 example was' : `${keys.length} examples were`
    return `${what} not run, because ${some[0]?.setUpFailure}: ${keys.join(', ')}.`
  })
}

/** Two contracts may have the same example. */
function countKeys(interactions: readonly NativeResult[]): number {
  return new Set(interactions.map(({ key }) => key)).size
}
