import type { InteractionRun } from '../pact/replay/interaction-queue.ts'

/** The examples that were not run: their state could not be set up, or the time was over. Plain data. */
export interface NotRun {
  readonly examples: number
  /** How many the run had. */
  readonly of: number
  /** Why the first was not run. */
  readonly reason: string
}

interface Attempted extends Pick<InteractionRun, 'setUpFailure'> {
  readonly interaction: { readonly key: string }
}

/** Undefined where all were run. */
export function notRunOf(all: readonly Attempted[]): NotRun | undefined {
  const left = all.filter(({ setUpFailure }) => setUpFailure !== undefined)
  const reason = left[0]?.setUpFailure
  if (reason === undefined) return undefined
  return { examples: countKeys(left), of: countKeys(all), reason }
}

/** A note for each reason, with the examples. */
export function notRunNotes(all: readonly Attempted[]): string[] {
  const left = all.filter(({ setUpFailure }) => setUpFailure !== undefined)
  const withoutIds = ({ setUpFailure = '' }: Attempted) => setUpFailure.replaceAll(/-?\d+/g, '#')
  return [...Map.groupBy(left, withoutIds).values()].map((some) => {
    const keys = [...new Set(some.map(({ interaction }) => interaction.key))]
    const what = keys.length === 1 ? '1 example was' : `${keys.length} examples were`
    return `${what} not run, because ${some[0]?.setUpFailure}: ${keys.join(', ')}.`
  })
}

/** Two contracts may have the same example. */
function countKeys(all: readonly Attempted[]): number {
  return new Set(all.map(({ interaction }) => interaction.key)).size
}
