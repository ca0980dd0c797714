import type { Finding } from '../judge/finding.ts'
import type { ClauseId } from '../spec/clauses.ts'

/** The clauses in order of precedence: if either of two explains all findings, the earlier one is chosen. */
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
export interface RootCause {
  readonly clause: ClauseId
  readonly findings: readonly Finding[]
  /** Findings of other clauses that it explains. */
  readonly alsoSeenAs: readonly Finding[]
}

/** The fewest clauses that explain all findings. */
export function rootCausesOf(findings: readonly Finding[]): RootCause[] {
  const clauses = fewest(findings)
  return clauses.map((clause) => {
    const explained = findings.filter((finding) => clauseIn(finding, clauses) === clause)
    return {
      clause,
      findings: explained.filter((finding) => finding.clause === clause),
      alsoSeenAs: explained.filter((finding) => finding.clause !== clause),
    }
  })
}

/** Which of some clauses explains a finding: its own, or else the first alternative. */
function clauseIn(
  { clause, alternatives = [] }: Finding,
  clauses: readonly ClauseId[],
): ClauseId | undefined {
  return [clause, ...alternatives].find((each) => clauses.includes(each))
}

/** The fewest clauses that explain all findings, each the likeliest of some finding. */
function fewest(findings: readonly Finding[]): readonly ClauseId[] {
  const likely = new Set(findings.map(({ clause }) => clause))
  const possible = order.filter((clause) => likely.has(clause))
  for (let size = 0; size < possible.length; size++)
    for (const some of choices(possible, size))
      if (findings.every((finding) => clauseIn(finding, some) !== undefined)) return some
  return possible
}

/** The combinations of `size` items, the earlier items first. */
function* choices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  if (size === 0) yield []
  else
    for (const [at, item] of items.entries())
      for (const more of choices(items.slice(at + 1), size - 1)) yield [item, ...more]
}
