import { type ClauseId, clauseIds } from '../scenarios/clauses.ts'
import type { Finding } from './finding.ts'

/** A broken clause, its findings, and other findings that it explains. */
interface RootCause {
  readonly clause: ClauseId
  readonly findings: readonly Finding[]
  /** Findings of other clauses that it explains. */
  readonly alsoSeenAs: readonly Finding[]
}

/**
 * A few clauses that explain all findings: the one that explains most, then the one that explains most of the rest.
 * Each is the likeliest of some finding; of two that explain as many, it is that of more.
 */
export function rootCausesOf(findings: readonly Finding[]): RootCause[] {
  const causes: RootCause[] = []
  for (let rest = findings; rest.length > 0; ) {
    const all = clauseIds.map((clause): RootCause => {
      const explained = rest.filter((finding) => explains(clause, finding))
      const { own = [], others = [] } = Object.groupBy(explained, (finding) =>
        finding.clause === clause ? 'own' : 'others',
      )
      return { clause, findings: own, alsoSeenAs: others }
    })
    const weightOf = ({ findings, alsoSeenAs }: RootCause) => findings.length + alsoSeenAs.length
    const [cause] = all
      .filter((each) => each.findings.length > 0)
      .toSorted(
        (one, other) => weightOf(other) - weightOf(one) || other.findings.length - one.findings.length,
      )
    if (!cause) break
    causes.push(cause)
    rest = rest.filter((finding) => !explains(cause.clause, finding))
  }
  return causes
}

/** Whether a finding may be the fault of a clause. */
export function explains(cause: ClauseId, { clause, alternatives = [] }: Finding): boolean {
  return clause === cause || alternatives.includes(cause)
}
