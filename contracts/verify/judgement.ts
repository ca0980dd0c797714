import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { ClauseId } from '../document/clauses.ts'
import { basicExamples } from '../document/examples.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { composeChoices, composeClauses, unexplained, withDifferences } from './compose.ts'
import { withEvidence } from './evidence.ts'
import { notRunOf } from './not-run.ts'
import { neverDone, operationResults } from './operations.ts'
import type { VerifyResult } from './result.ts'
import type { ContractsOutcome } from './run-contracts.ts'
import type { SequencesOutcome } from './run-sequences.ts'
import { verdictOf, versionFinding } from './verdict.ts'

export type Judgement = Pick<
  VerifyResult,
  | 'verdict'
  | 'exitCode'
  | 'operations'
  | 'clauses'
  | 'choices'
  | 'interactions'
  | 'sequences'
  | 'failureReason'
>

/**
 * The results of a run.
 * @param profile undefined where only the document counts.
 */
export function judgementOf(
  { run: { context, observations }, client }: Pick<ProviderSession, 'run' | 'client'>,
  profile: Profile | undefined,
  { contracts, replay, ...outcome }: ContractsOutcome,
  sequences: SequencesOutcome | undefined,
  mode: VerifyResult['mode'],
): Judgement {
  const operations = operationResults([context.attempts, ...(sequences ? [sequences.attempts] : [])], mode)
  const ended = outcome.failureReason ?? sequences?.failureReason
  const { native = [], interactionRuns = [] } = replay ?? {}
  // After an early end, Pact's other verdicts are unreliable; and our own findings are more precise.
  const isPactNeeded = ended === undefined && context.findings.length === 0
  const ofPact = isPactNeeded ? unexplained(native, interactionRuns, context.excused) : []
  // Without observations the address may be mistyped.
  const isSeen = context.observations.size > 0
  const isUnversioned = isSeen && !new URL(client.url).pathname.endsWith('/v1')
  const findings = [
    ...context.findings,
    ...ofPact,
    ...(isUnversioned ? [versionFinding(client.url)] : []),
  ].map((finding) => withEvidence(finding, client))
  const reasons = new Map<ClauseId, string>()
  for (const { interaction, setUpFailure } of interactionRuns) {
    const reason = setUpFailure ?? context.excused.get(interaction.key)
    if (reason !== undefined)
      for (const clause of interaction.clauses) reasons.set(clause, `${interaction.key}: ${reason}.`)
  }
  const untried = interactionRuns.filter(
    ({ exchange, interaction }) => !exchange && basicExamples.has(interaction.key),
  )
  const clauses = composeClauses({
    observations: new Map([...context.observations, ['version.path', isSeen ? 1 : 0]]),
    findings,
    reasons,
    untested: new Set(untried.flatMap(({ interaction }) => interaction.clauses)),
    operations,
    ended: outcome.failureReason,
    ...defined({ sequences }),
  })
  // A replayed sequence may not have every operation.
  const isComplete =
    mode.only === undefined &&
    (replay || mode.readOnly) &&
    !clauses.some(({ verdict }) => verdict === 'broken')
  const setUpFailure = untried[0]?.setUpFailure ?? notRunOf(interactionRuns)?.reason
  const notSetUp = setUpFailure && `Failed to set up an example: ${setUpFailure}.`
  const incomplete = isComplete
    ? (neverDone(operations, notSetUp) ?? (untried.length > 0 ? notSetUp : undefined))
    : undefined
  const failureReason = ended ?? incomplete
  // After an early end, some were not begun.
  const left = interactionRuns.filter(({ exchange }) => exchange === undefined)
  const notRun = new Set(left.map(({ interaction }) => interaction.key))
  const read = composeChoices(observations, profile, contracts, notRun)
  const choices = profile ? withDifferences(read, sequences?.differences ?? []) : read
  return {
    ...verdictOf(clauses, choices, failureReason),
    operations,
    clauses,
    choices,
    interactions: native,
    ...defined({ sequences: sequences?.result, failureReason }),
  }
}
