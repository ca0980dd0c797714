import { concurrencyFor, isSlowProvider } from '../session/concurrency.ts'
import type { SequenceOptions, VerifyOptions } from './verify-options.ts'

export const usualSequences = { runs: 400, budget: 20_000, gentle: false } as const satisfies SequenceOptions

/** How long a run of a slow provider should take, in milliseconds. */
const usualTime = 60_000
/** The first sequence takes about so many round trips. */
const least = 20

type TimeOptions = Pick<VerifyOptions, 'maxTime'>

/** The replies that a run waits for in turn: before the examples, in the longest example, and after the examples. */
const inTurn = { before: 25, longest: 12, after: 12 }
/** The time that this program and Pact need, in milliseconds. */
const overhead = 4000

/**
 * How long a run may wait for the provider before it begins no more examples, in milliseconds.
 * @param roundTrip in milliseconds. Default 0.
 */
export function timeForExamples({ maxTime = usualTime }: TimeOptions, roundTrip = 0): number {
  const most = Math.min((maxTime * 2) / 3, maxTime - overhead - (inTurn.longest + inTurn.after) * roundTrip)
  return Math.max(most, inTurn.before * roundTrip)
}

/** Why a run cannot begin, in a sentence; undefined where it can. @param roundTrip in milliseconds. */
export function tooSlow(roundTrip: number, { maxTime = usualTime }: TimeOptions): string | undefined {
  const replies = inTurn.before + inTurn.longest + inTurn.after
  const least = replies * roundTrip + overhead
  if (least <= maxTime) return undefined
  const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)}`
  return `At ${(roundTrip / 1000).toFixed(1)} s a reply, the run needs at least ${seconds(least)} s. Pass --max-time ${seconds(least * 1.5)}.`
}

/** After this time a run of a slow provider ends with the first broken clause, in milliseconds. */
export function timeForOne({ maxTime = usualTime }: TimeOptions): number {
  return maxTime * 0.75
}

/** Why a run ended with a broken clause, as a sentence. */
export function enoughFound(options: TimeOptions): string {
  const { maxTime = usualTime } = options
  return `The run ended after ${Math.round(timeForOne(options) / 1000)} s, because a clause is broken and the provider is slow. Pass --max-time ${Math.round((maxTime * 2) / 1000)} to judge the rest.`
}

/** Why the rest is left out, as a clause, and what to do about it. @param roundTrip in milliseconds. */
export function overTime(options: TimeOptions, roundTrip?: number): string {
  const { maxTime = usualTime } = options
  const waited = Math.round(timeForExamples(options, roundTrip) / 1000)
  return `the run had waited ${waited} s for the provider by then; --max-time ${Math.round((maxTime * 2) / 1000)} gives it more`
}

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
  readonly isSlow: boolean
}

/**
 * How long random sequences run: as long as the user says, or at a slow provider what is left of the time that a run
 * should take. A busy machine at this end costs no sequences.
 */
export function planSequences(
  { budget, path, maxTime = usualTime }: Pick<VerifyOptions, 'budget' | 'path' | 'maxTime'>,
  { elapsed, roundTrip, isSlow }: TimeSpent,
): SequencePlan {
  const usual = usualSequences.budget
  if (budget !== undefined || path !== undefined || !isSlow) return { budget: budget ?? usual }
  const left = Math.min(usual, timeForOne({ maxTime }) - elapsed)
  if (left === usual) return { budget: usual }
  const why = `the examples took ${Math.round(elapsed / 1000)} s`
  const more = `Pass --budget ${usual / 1000} for ${usual / 1000} s of them.`
  if (left < least * roundTrip || left < 1000)
    return { budget: 0, note: `No random sequences were run, because ${why}. ${more}` }
  const seconds = Math.round(left / 1000)
  return { budget: left, note: `Random sequences had ${seconds} s, because ${why}. ${more}` }
}

/** Requests of a run without sequences: sequential, and perhaps concurrent ones. */
const requests = { alone: 90, others: 840 }
/** Writes to wait for where they become visible late: sequential, and perhaps concurrent ones. */
const lateWrites = { alone: 20, others: 250 }

/**
 * The longest time of a verification, in milliseconds, if the provider stays as fast as now.
 *
 * @param roundTrip in milliseconds.
 * @param delay until a write becomes visible, in milliseconds.
 */
export function longestRun(roundTrip: number, options: Omit<VerifyOptions, 'url'>, delay = 0): number {
  const { runs = usualSequences.runs, readOnly, path, maxTime = Number.POSITIVE_INFINITY } = options
  const contracts =
    readOnly || path !== undefined ? 40 : requests.alone + requests.others / concurrencyFor(roundTrip)
  const lateness = delay * (lateWrites.alone + lateWrites.others / concurrencyFor(0, delay))
  const waiting = Math.min(
    contracts * roundTrip + lateness,
    timeForExamples(options, roundTrip) + (inTurn.longest + inTurn.after) * (roundTrip + delay),
  )
  const elapsed = waiting + overhead
  const isSlow = isSlowProvider(roundTrip, delay)
  const sequences = readOnly || runs === 0 ? 0 : planSequences(options, { elapsed, roundTrip, isSlow }).budget
  return Math.min(maxTime, elapsed + sequences)
}
