import type { Finding } from '../judge/finding.ts'
import type { ClauseId } from '../spec/clauses.ts'

/** The clauses in order of precedence: of two that explain as many findings, the earlier one is chosen. */
const order: readonly ClauseId[] = [
  'version.path',
  'wire.json',
  'list.ok',
  'post.shape',
  'read.ok',
  'safe.get',
  'list.all',
  'create.not-idempotent',
  'create.assigns-id',
  'replace.idempotent',
  'delete.idempotent',
  'others.untouched',
  'create.adds',
  'replace.same-id',
  'replace.whole',
  'delete.removes',
  'read.missing',
]

/** A broken clause, its findings, and other findings that it explains. */
interface RootCause {
  readonly clause: ClauseId
  readonly findings: readonly Finding[]
  /** Findings of other clauses that it explains. */
  readonly alsoSeenAs: readonly Finding[]
}

/**
 * A few clauses that explain all findings: the one that explains most, then the one that explains most of the rest.
 * Each is the likeliest of some finding.
 */
export function rootCausesOf(findings: readonly Finding[]): RootCause[] {
  const causes: RootCause[] = []
  for (let rest = findings; rest.length > 0; ) {
    const all = order
      .map((clause) => ({ clause, explained: rest.filter((finding) => isExplained(finding, clause)) }))
      .filter(({ clause, explained }) => explained.some((finding) => finding.clause === clause))
    const [first] = all.toSorted((one, other) => other.explained.length - one.explained.length)
    if (!first) break
    const { clause, explained } = first
    const { own = [], others = [] } = Object.groupBy(explained, (finding) =>
      finding.clause === clause ? 'own' : 'others',
    )
    causes.push({ clause, findings: own, alsoSeenAs: others })
    rest = rest.filter((finding) => !explained.includes(finding))
  }
  return causes
}

function isExplained({ clause, alternatives = [] }: Finding, by: ClauseId): boolean {
  return clause === by || alternatives.includes(by)
}
