import { mostFaults } from '../judge/evidence.ts'
import { causeOf, type Finding } from '../judge/finding.ts'
import { sequenceName } from '../run/trace.ts'
import { type Clause, type ClauseId, clauseIds, clauses } from '../spec/clauses.ts'
import { examples } from '../spec/examples.ts'
import { methodOf } from './evidence.ts'
import { undoneReason } from './operations.ts'
import type { ClauseResult, OperationResult } from './result.ts'
import { rootCausesOf } from './root-causes.ts'

/** What a run observed of the clauses. */
export interface ClauseEvidence {
  /** How many observations could have broken a clause. */
  readonly observations: ReadonlyMap<ClauseId, number>
  readonly findings: readonly Finding[]
  /** Why a clause was not observed. */
  readonly reasons: ReadonlyMap<ClauseId, string>
  /** The clauses with a basic example that was not run: they cannot be held. */
  readonly untested: ReadonlySet<ClauseId>
  /** The results of the operations: a clause whose operations never succeeded cannot be held. */
  readonly operations: readonly OperationResult[]
  /** Why the run ended early. */
  readonly ended?: string | undefined
  /** The same for the sequences. */
  readonly sequences?: Pick<ClauseEvidence, 'observations' | 'findings'>
}

/**
 * The result of every clause, in the document's order. Root causes are broken; clauses that they explain are not
 * judged.
 */
export function clauseResults(contract: ClauseEvidence): ClauseResult[] {
  const parts = [['contract', contract] as const, ['sequences', contract.sequences] as const]
  const causes = rootCausesOf(parts.flatMap(([, part]) => part?.findings ?? []))
  return clauseIds.map((clause): ClauseResult => {
    const observedIn = (part: Pick<ClauseEvidence, 'observations'> | undefined) =>
      part?.observations.get(clause) ?? 0
    const observations = parts.reduce((sum, [, part]) => sum + observedIn(part), 0)
    const root = causes.find((each) => each.clause === clause)
    if (root) {
      const shownBy = parts.flatMap(([name, part]) =>
        part?.findings.some((each) => root.findings.includes(each)) ? [name] : [],
      )
      const { findings: alsoSeenAs } = firstOf(root.alsoSeenAs)
      return {
        clause,
        verdict: 'broken',
        observations,
        shownBy,
        ...firstOf(root.findings),
        ...(alsoSeenAs.length > 0 ? { alsoSeenAs } : {}),
      }
    }
    const cause = causes.find(({ alsoSeenAs }) => alsoSeenAs.some((each) => each.clause === clause))
    const undone = undoneOf(clause, contract.operations)
    if (observations > 0 && !undone && !cause && !contract.untested.has(clause)) {
      const shownBy = parts.flatMap(([name, part]) => (observedIn(part) > 0 ? [name] : []))
      return { clause, verdict: 'held', observations, shownBy, findings: [] }
    }
    const reason = cause
      ? `${cause.clause} explains why it seems broken.`
      : contract.ended || undone || (contract.reasons.get(clause) ?? 'This run did not test it.')
    return { clause, verdict: 'not judged', observations: 0, shownBy: [], findings: [], reason }
  })
}

/** The first few findings, and the number of the rest. */
function firstOf(findings: readonly Finding[]): Pick<ClauseResult, 'findings' | 'more'> {
  // One of each kind first; the most ordinary evidence before odd one.
  const sorted = findings.toSorted((one, other) => oddnessOf(one) - oddnessOf(other))
  const kinds = [...Map.groupBy(sorted, causeOf).values()]
  const varied = [...kinds.flatMap(([first]) => first ?? []), ...kinds.flatMap(([, ...more]) => more)]
  const kept = varied.slice(0, mostFaults).map(({ times: _times, ...finding }) => finding)
  const more = findings.reduce((sum, { times = 1 }) => sum + times, 0) - kept.length
  return { findings: kept, ...(more > 0 ? { more } : {}) }
}

/** Why a clause was not observed; undefined where one of its operations succeeded. */
function undoneOf(clause: ClauseId, operations: readonly OperationResult[]): string | undefined {
  const { operations: names } = clauses[clause] as Clause
  const all = operations.filter(({ operation }) => names.includes(operation))
  const isDone = clause === 'version.path' || all.some(({ accepted }) => accepted > 0)
  return isDone ? undefined : [...new Set(all.map(undoneReason))].join(' ')
}

/** The examples, the most ordinary first. */
const order = examples.map(({ key }) => key)

/**
 * How odd the evidence of a finding is: examples are in the order of the catalog, after the first looks and before
 * sequences; the effect of a write is hard to understand without the write, a post without its create, and a command
 * that reads a file is no command to copy.
 */
function oddnessOf({ clause, exchanges, shownBy, post, bodyFile }: Finding): number {
  const method = methodOf(clause)
  const has = (wanted: string) => exchanges.some(({ request }) => request.method === wanted)
  const lacksWrite = method !== undefined && !has(method)
  const lacksCreate = post !== undefined && !has('POST')
  const isSequence = shownBy.startsWith(sequenceName(''))
  const faults = [lacksWrite, lacksCreate, isSequence, bodyFile !== undefined].filter(Boolean).length
  const [key = ''] = shownBy.split(',')
  return order.indexOf(key) + order.length * faults
}
