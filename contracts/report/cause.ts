import { type ClauseId, clauses } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import { differenceOf } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { sequenceName } from '../sequences/trace.ts'
import { methodOf } from '../verify/evidence.ts'
import type { SequenceReport, VerifyResult } from '../verify/result.ts'

/** A broken clause as every report shows it: the document's words, one finding, and what it explains. */
export interface Cause {
  readonly clause: ClauseId
  readonly statement: string
  /** Where the document states it, and its own words there. */
  readonly source: string
  readonly words: string
  /** The finding that shows it best. */
  readonly finding: Finding
  /** The sequence that shows it, where the finding is of one. */
  readonly sequence?: SequenceReport
  /** The exchanges of the finding that show it: the write, and what a look gave after it. */
  readonly exchanges: readonly Exchange[]
  /** Where the two sides part: "differs at character 121 of 70,000". */
  readonly difference?: string
  /** How many findings there are beside this one. */
  readonly more: number
  /** Other clauses that seem broken only because this one is. */
  readonly alsoSeenAs: readonly ClauseId[]
}

/** The broken clauses of a result, those first that explain most. */
export function causesOf({ clauses: results, sequences }: VerifyResult): Cause[] {
  const failure = sequences?.failure
  const weight = ({ findings, more = 0, alsoSeenAs = [] }: VerifyResult['clauses'][number]) =>
    findings.length + more + alsoSeenAs.length
  const weightiest = results.toSorted((one, other) => weight(other) - weight(one))
  return weightiest.flatMap(({ clause, verdict, findings, more = 0, alsoSeenAs = [] }): Cause[] => {
    const isOfSequence = ({ shownBy }: Finding) =>
      failure !== undefined && shownBy === sequenceName(failure.path)
    // One request and its reply say more than a sequence of them, and short ones more than long ones.
    const [finding] = findings.toSorted(
      (one, other) => sizeOf(one, isOfSequence) - sizeOf(other, isOfSequence),
    )
    if (verdict !== 'broken' || finding === undefined) return []
    const { statement, source, words } = clauses[clause]
    const difference = finding.difference ?? differenceOf(finding.expected, finding.actual)
    return [
      {
        clause,
        statement,
        source,
        words,
        finding,
        ...(failure && isOfSequence(finding) ? { sequence: failure } : {}),
        exchanges: finding.exchanges,
        ...(difference === undefined ? {} : { difference }),
        more: findings.length - 1 + more,
        alsoSeenAs: [...new Set(alsoSeenAs.map((each) => each.clause))],
      },
    ]
  })
}

/** How much there is to read of a finding. */
function sizeOf(finding: Finding, isOfSequence: (finding: Finding) => boolean): number {
  if (isOfSequence(finding)) return Number.MAX_SAFE_INTEGER
  // What a write comes to is hard to see without the write.
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
