import { concurrencyFor } from '../session/concurrency.ts'
import { usualSequences } from './run-sequences.ts'
import type { VerifyOptions } from './verify-options.ts'

/** Requests of a run without sequences, those that have the provider for themselves and the others. */
const requests = { alone: 100, others: 840 }
/** Writes that are waited for where they show late: those one by one, and the others. */
const lateWrites = { alone: 20, others: 250 }
/** How long Pact takes to start and to compare, in milliseconds. */
const overhead = 3000

/**
 * How long a verification takes at the most, in milliseconds, as far as the provider answers all the time as it does now.
 *
 * @param roundTrip how long an answer takes, in milliseconds.
 * @param delay how long a write takes to show, in milliseconds.
 */
export function longestRun(roundTrip: number, options: Omit<VerifyOptions, 'url'>, delay = 0): number {
  const {
    budget,
    runs,
    readOnly,
    path,
    maxTime = Number.POSITIVE_INFINITY,
  } = { ...usualSequences, ...options }
  const sequences = readOnly || runs === 0 ? 0 : budget
  const contracts =
    readOnly || path !== undefined ? 40 : requests.alone + requests.others / concurrencyFor(roundTrip)
  const waiting = delay * (lateWrites.alone + lateWrites.others / concurrencyFor(delay))
  return Math.min(maxTime, contracts * roundTrip + waiting + overhead + sequences)
}
