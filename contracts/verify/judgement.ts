import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { Finding } from '../judge/finding.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { basicExamples, examples } from '../spec/examples.ts'
import { choiceResults } from './choice-results.ts'
import { clauseResults } from './clause-results.ts'
import { withEvidence } from './evidence.ts'
import { neverDone, operationResults } from './operations.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from './result.ts'
import type { ContractsOutcome } from './run-contracts.ts'
import type { SequencesOutcome } from './run-sequences.ts'

export type Judgement = Pick<
  VerifyResult,
  'verdict' | 'exitCode' | 'operations' | 'clauses' | 'choices' | 'sequences' | 'failureReason'
>

/**
 * The results of a run.
 * @param profile undefined where only the document counts.
 */
export function judgementOf(
  { client }: Pick<ProviderSession, 'client'>,
  profile: Profile | undefined,
  { runner, notRun, ...outcome }: ContractsOutcome,
  sequences: SequencesOutcome | undefined,
  mode: VerifyResult['mode'],
): Judgement {
  const operations = operationResults([runner.attempts, ...(sequences ? [sequences.attempts] : [])], mode)
  const ended = outcome.failureReason ?? sequences?.failureReason
  // Without observations the address may be mistyped.
  const isSeen = runner.observations.size > 0
  const isUnversioned = isSeen && !new URL(client.url).pathname.endsWith('/v1')
  const found = [...outcome.findings, ...(isUnversioned ? [versionFinding(client.url)] : [])]
  const reasons = new Map<ClauseId, string>()
  for (const { key, clauses } of examples) {
    const reason = notRun.get(key) ?? runner.excused.get(key)
    if (reason !== undefined) for (const clause of clauses) reasons.set(clause, `${key}: ${reason}.`)
  }
  const untried = examples.filter(({ key }) => notRun.has(key) && basicExamples.has(key))
  const clauses = clauseResults({
    observations: new Map([...runner.observations, ['version.path', isSeen ? 1 : 0]]),
    findings: found.map((finding) => withEvidence(finding, client)),
    reasons,
    untested: new Set(untried.flatMap((example) => example.clauses)),
    operations,
    ended: outcome.failureReason,
    ...defined({ sequences }),
  })
  const isBroken = clauses.some(({ verdict }) => verdict === 'broken')
  const reason = notRun.get(untried[0]?.key ?? '') ?? [...notRun.values()][0]
  const notSetUp = reason && `Failed to set up an example: ${reason}.`
  const incomplete = neverDone(operations, notSetUp) ?? (untried.length > 0 ? notSetUp : undefined)
  // A run of one example or sequence may not have every operation.
  const failureReason = ended ?? (isBroken || mode.only !== undefined ? undefined : incomplete)
  const choices = choiceResults(outcome.observations, profile)
  return {
    ...verdictOf(clauses, choices, failureReason),
    operations,
    clauses,
    choices,
    ...defined({ sequences: sequences?.result, failureReason }),
  }
}

/**
 * The verdict: a broken clause counts also in a run that ended early, which is never held.
 */
export function verdictOf(
  clauses: readonly ClauseResult[],
  choices: readonly ChoiceResult[],
  failureReason: string | undefined,
): Pick<VerifyResult, 'verdict' | 'exitCode'> {
  if (clauses.some(({ verdict, clause }) => verdict === 'broken' && clause !== 'version.path'))
    return { verdict: 'broken', exitCode: 1 }
  if (failureReason !== undefined) return { verdict: 'not judged', exitCode: 3 }
  if (clauses.some(({ verdict }) => verdict === 'broken')) return { verdict: 'broken', exitCode: 1 }
  if (!clauses.some(({ verdict, clause }) => verdict === 'held' && clause !== 'version.path'))
    return { verdict: 'not judged', exitCode: 3 }
  if (choices.some(({ verdict }) => verdict === 'differs')) return { verdict: 'differs', exitCode: 1 }
  return { verdict: 'held', exitCode: 0 }
}

function versionFinding(url: string): Finding {
  return {
    clause: 'version.path',
    shownBy: 'the base address',
    about: 'the base address does not end in v1',
    expected: 'an address that ends in /v1',
    actual: url,
    exchanges: [],
  }
}
