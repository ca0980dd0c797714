import { defined } from '../../handlers/model/defined.ts'
import { differenceOf } from '../judge/evidence.ts'
import { type Finding, oldPostSubject } from '../judge/finding.ts'
import { sequenceName } from '../run/trace.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { isExample } from '../verify/only.ts'
import type { SequenceReport, VerifyResult } from '../verify/result.ts'

/** A broken clause in a report. */
export interface Cause {
  readonly clause: ClauseId
  /** The finding with the most ordinary evidence. */
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
    const [finding] = findings
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

/** The command that shows a cause again: it runs only the example or the sequence, where one shows it alone. */
export function replayOf({ sequence, finding }: Cause, command: string): string {
  if (sequence) return sequence.replay
  const [key = ''] = finding.shownBy.split(',')
  if (isExample(key)) return `${command} --only ${key}`
  return finding.shownBy.startsWith(oldPostSubject) ? command : `${command} --budget 0`
}
