import { concurrencyFor } from '../session/concurrency.ts'
import { planSequences, usualSequences } from './sequence-plan.ts'
import type { VerifyOptions } from './verify-options.ts'

/** Requests of a run without sequences: sequential, and perhaps concurrent ones. */
const requests = { alone: 100, others: 840 }
/** Writes to wait for where they become visible late: sequential, and perhaps concurrent ones. */
const lateWrites = { alone: 20, others: 250 }
/** The time that Pact needs to start and compare, in milliseconds. */
const overhead = 3000

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
  const waiting = delay * (lateWrites.alone + lateWrites.others / concurrencyFor(0, delay))
  const elapsed = contracts * roundTrip + waiting + overhead
  const sequences = readOnly || runs === 0 ? 0 : planSequences(options, { elapsed, roundTrip }).budget
  return Math.min(maxTime, elapsed + sequences)
}
