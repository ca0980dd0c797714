import { isSafe } from '../../handlers/http/plain.ts'
import type { Observations } from '../choices/detection.ts'
import { type Finding, mostViolations } from '../judge/finding.ts'
import { rootCausesOf } from '../judge/root-causes.ts'
import type { RunRecord } from '../run/run-record.ts'
import { type Clause, type ClauseId, clauseIds, clauses } from '../scenarios/clauses.ts'
import { basicExamples, examples } from '../scenarios/examples.ts'
import type { Exchange } from '../scenarios/exchange.ts'
import type { ProviderClient } from '../wire/client.ts'
import { isSuccess } from '../wire/status.ts'
import { undoneReason } from './operations.ts'
import { isExample } from './replay-command.ts'
import type { ClauseResult, OperationResult, SequencesResult } from './result.ts'
import { scriptOf } from './script.ts'

/** What a run saw. */
export interface Checked {
  readonly record: RunRecord
  readonly observations: Observations
  /** Why an example was not run, by its key. */
  readonly notRun: ReadonlyMap<string, string>
  /** Missing where no sequence was run. */
  readonly sequences?: SequencesResult
  /** Why the provider could not be judged completely. */
  readonly failureReason?: string
}

/**
 * The result of every clause, in the document's order. Root causes are broken; clauses that they explain are not
 * judged. A clause is held where every basic example of it was run, and one of its operations succeeded.
 */
export function clauseResults(
  { record, notRun, observations: { byExample }, failureReason }: Checked,
  operations: readonly OperationResult[],
  client: Pick<ProviderClient, 'curl' | 'url'>,
): ClauseResult[] {
  const causes = rootCausesOf(record.findings.map((finding) => withScript(finding, client)))
  return clauseIds.map((clause): ClauseResult => {
    const observations = record.observations.get(clause) ?? 0
    const root = causes.find((each) => each.clause === clause)
    if (root) {
      const alsoSeenAs = [...new Set(root.alsoSeenAs.map((each) => each.clause))]
      return { clause, verdict: 'broken', observations, ...firstFindings(root.findings), alsoSeenAs }
    }
    const cause = causes.find(({ alsoSeenAs }) => alsoSeenAs.some((each) => each.clause === clause))
    const undone = undoneOf(clause, operations)
    const own = examples.filter((example) => example.clauses.includes(clause))
    const isUntested = own.some(({ key }) => basicExamples.has(key) && notRun.has(key))
    if (observations > 0 && !undone && !cause && !isUntested)
      return { clause, verdict: 'held', observations, findings: [] }
    const reasons = own.flatMap(({ key, permits }) => {
      const seen = byExample.get(key)
      const refused = permits === 'success' && seen?.kind === 'ran' && !isSuccess(seen.exchange.reply)
      const reason = notRun.get(key) ?? (refused ? `it answered ${seen.exchange.reply.status}` : undefined)
      return reason === undefined ? [] : [`${key}: ${reason}.`]
    })
    const reason = cause
      ? `${cause.clause} explains why it seems broken.`
      : failureReason || undone || (reasons.at(-1) ?? untestedReason(record))
    return { clause, verdict: 'not judged', observations: 0, findings: [], reason }
  })
}

function untestedReason({ attempts: { create } }: RunRecord): string {
  if (create.accepted > 0) return 'This run did not test it.'
  return 'Only posts of this run show it: other clients may change theirs at any moment.'
}

/** The first few findings, and the number of the rest. */
function firstFindings(findings: readonly Finding[]): Pick<ClauseResult, 'findings' | 'more'> {
  // The examples come first, and what can be repeated from nothing; of a list, the sequence that makes it long enough.
  const rankOf = ({ clause, shownBy, repeat }: Finding) =>
    clause === 'list.all' && !isExample(shownBy) ? -1 : Number(!repeat)
  const sorted = findings.toSorted((one, other) => rankOf(one) - rankOf(other))
  const more = findings.length - mostViolations
  return { findings: sorted.slice(0, mostViolations), ...(more > 0 ? { more } : {}) }
}

/** Why a clause was not observed; undefined where one of its operations succeeded. */
function undoneOf(clause: ClauseId, operations: readonly OperationResult[]): string | undefined {
  const { operations: names } = clauses[clause] as Clause
  const all = operations.filter(({ operation }) => names.includes(operation))
  return all.some(({ accepted }) => accepted > 0) ? undefined : [...new Set(all.map(undoneReason))].join(' ')
}

/** A longer body is too long for a command, in bytes at the most: Linux takes 128 KiB. */
const longestInCommand = 40_000

/** Adds the script that repeats a finding, unless a body is too long for it. */
function withScript({ after, ...finding }: Finding, client: Pick<ProviderClient, 'curl' | 'url'>): Finding {
  const { exchanges } = finding
  const isLong = ({ request: { body = '' } }: Exchange) => body.length > longestInCommand
  if (exchanges.length === 0 || exchanges.some(isLong)) return finding
  const script = scriptOf(exchanges, client)
  const reads = exchanges.length - 1 - exchanges.findLastIndex(({ request }) => !isSafe(request.method))
  if (after !== undefined) script.splice(script.length - reads, 0, `sleep ${after}`)
  return { ...finding, repeat: script.join('\n') }
}
