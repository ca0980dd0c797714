import { type Profile, unknownIn } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { detectChoice } from '../choices/detect.ts'
import { agrees, type Detection, type Observations } from '../choices/detection.ts'
import { mostFaults } from '../judge/evidence.ts'
import { causeOf, type Finding } from '../judge/finding.ts'
import { contractCoverage } from '../pact/coverage.ts'
import type { Contract } from '../pact/interaction.ts'
import { type Clause, type ClauseId, clauseIds, clauses } from '../spec/clauses.ts'
import { oddnessOf } from './oddness.ts'
import { undoneReason } from './operations.ts'
import type { ChoiceResult, ClauseResult, OperationResult } from './result.ts'
import { type RootCause, rootCausesOf } from './root-causes.ts'

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
export function composeClauses(contract: ClauseEvidence): ClauseResult[] {
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
      : endedBy(contract.ended, causes) ||
        undone ||
        (contract.reasons.get(clause) ?? 'This run did not test it.')
    return { clause, verdict: 'not judged', observations: 0, shownBy: [], findings: [], reason }
  })
}

/** Why an early end left clauses out: the broken ones, or what ended the run. */
function endedBy(ended: string | undefined, causes: readonly RootCause[]): string | undefined {
  const names = causes.map(({ clause }) => clause)
  if (ended === undefined || names.length === 0) return ended
  return `The run ended early, because ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} broken.`
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

/**
 * The result of every choice.
 * @param profile the expected answers; undefined where they are only observed.
 */
export function composeChoices(
  observations: Observations,
  profile: Profile | undefined,
  contracts: readonly Contract[],
): ChoiceResult[] {
  const notShown = new Map(contractCoverage(contracts).notShown.map(({ id, reason }) => [id, reason]))
  return choiceIds.map((choice) =>
    composeChoice(choice, detectChoice(choice, observations), profile, notShown.get(choice)),
  )
}

function composeChoice(
  choice: ChoiceId,
  reading: Detection,
  profile: Profile | undefined,
  beyondOneRequest: string | undefined,
): ChoiceResult {
  const { evidence } = reading
  const expected = profile?.[choice]
  const asked = profile ? { expected } : {}
  if ('unknown' in reading) {
    return {
      choice,
      verdict: 'not judged',
      ...asked,
      evidence,
      reason: beyondOneRequest ?? sentence(reading.unknown),
      ...(reading.unsayable || (profile && unknownIn(profile).has(choice))
        ? { unsayable: true as const }
        : {}),
    }
  }
  const { answer: actual } = reading
  if (!profile) return { choice, verdict: 'observed', actual, evidence }
  if (unknownIn(profile).has(choice)) {
    const reason = 'The profile marks it as unknown: no answer fits the provider.'
    return { choice, verdict: 'not judged', expected, actual, evidence, reason, unsayable: true }
  }
  const holds = agrees(reading, expected, profile)
  return {
    choice,
    verdict: holds ? 'held' : 'differs',
    expected,
    actual: holds ? expected : actual,
    evidence,
  }
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
