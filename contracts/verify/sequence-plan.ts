import { slow } from '../session/concurrency.ts'
import type { SequenceOptions } from './verify-options.ts'

export const usualSequences = { runs: 400, budget: 20_000, gentle: false } as const satisfies SequenceOptions

/** How long a run of a slow provider should take in all, in milliseconds. */
const planned = 45_000
/** The first sequence takes about so many round trips. */
const least = 20

export interface SequencePlan {
  /** The time for sequences, in milliseconds. */
  readonly budget: number
  /** Why it is less than usual. */
  readonly note?: string
}

/** What is known when sequences may begin, in milliseconds. */
export interface TimeSpent {
  readonly elapsed: number
  readonly roundTrip: number
}

/**
 * How long random sequences run: as long as the user says, or at a slow provider what is left of the time that a run
 * should take. A busy machine at this end costs no sequences.
 */
export function planSequences(
  { budget, path }: SequenceOptions,
  { elapsed, roundTrip }: TimeSpent,
): SequencePlan {
  const usual = usualSequences.budget
  if (budget !== undefined || path !== undefined || roundTrip < slow) return { budget: budget ?? usual }
  const left = Math.min(usual, planned - elapsed)
  if (left === usual) return { budget: usual }
  const why = `the examples took ${Math.round(elapsed / 1000)} s`
  const more = `Pass --budget ${usual / 1000} for ${usual / 1000} s of them.`
  if (left < least * roundTrip || left < 1000)
    return { budget: 0, note: `No random sequences were run, because ${why}. ${more}` }
  const seconds = Math.round(left / 1000)
  return { budget: left, note: `Random sequences had ${seconds} s, because ${why}. ${more}` }
}
