import { defined } from '../../handlers/model/defined.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import { differenceOf } from '../judge/evidence.ts'
import { type Finding, oldPostSubject } from '../judge/finding.ts'
import { sequenceName } from '../sequences/trace.ts'
import { methodOf } from '../verify/evidence.ts'
import type { SequenceReport, VerifyResult } from '../verify/result.ts'

/** A broken clause in a report. */
export interface Cause {
  readonly clause: ClauseId
  /** The most readable finding. */
  readonly finding: Finding
  /** The sequence of the finding, if it has one. */
  readonly sequence?: SequenceReport
  /** Where long texts differ: "differs at character 121 of 70,000". */
  readonly difference?: string
  /** How many more findings the clause has. */
  readonly more: number
  /** Other clauses that only seem broken because of this one. */
  readonly alsoSeenAs: readonly ClauseId[]
}

/** The broken clauses of a result, those with most findings first. */
export function causesOf({ clauses: results, sequences }: VerifyResult): Cause[] {
  const failure = sequences?.failure
  const weight = ({ findings, more = 0, alsoSeenAs = [] }: VerifyResult['clauses'][number]) =>
    findings.length + more + alsoSeenAs.length
  const weightiest = results.toSorted((one, other) => weight(other) - weight(one))
  return weightiest.flatMap(({ clause, verdict, findings, more = 0, alsoSeenAs = [] }): Cause[] => {
    const isOfSequence = ({ shownBy }: Finding) =>
      failure !== undefined && shownBy === sequenceName(failure.path)
    // A single short exchange is easier to read than a sequence.
    const [finding] = findings.toSorted(
      (one, other) => sizeOf(one, isOfSequence) - sizeOf(other, isOfSequence),
    )
    if (verdict !== 'broken' || finding === undefined) return []
    const difference = finding.difference ?? differenceOf(finding.expected, finding.actual)
    return [
      {
        clause,
        finding,
        ...defined({ sequence: isOfSequence(finding) ? failure : undefined, difference }),
        more: findings.length - 1 + more,
        alsoSeenAs: [...new Set(alsoSeenAs.map((each) => each.clause))],
      },
    ]
  })
}

/** The command that shows a cause again; its sequences are left out where it needs none. */
export function replayOf({ sequence, finding }: Cause, command: string): string {
  if (sequence) return sequence.replay
  return finding.shownBy.startsWith(oldPostSubject) ? command : `${command} --budget 0`
}

/** How long a finding is to read. */
function sizeOf(finding: Finding, isOfSequence: (finding: Finding) => boolean): number {
  if (isOfSequence(finding)) return Number.MAX_SAFE_INTEGER
  // The effect of a write is hard to understand without the write.
  const method = methodOf(finding.clause)
  const isWrite = ({ request }: Exchange) =>
    method === undefined ? request.method !== 'GET' : request.method === method
  const isOfWrite = method !== undefined || finding.clause === 'others.untouched'
  const isWithoutWrite = isOfWrite && !finding.exchanges.some(isWrite)
  const start = isWithoutWrite ? 10_000 : 0
  return finding.exchanges.reduce(
    (sum, { request, reply }) => sum + 100 + (request.body ?? '').length + reply.body.length,
    start,
  )
}
