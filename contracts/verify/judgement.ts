import { comparedIn, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/members.ts'
import { detectChoice } from '../choices/detect.ts'
import { agrees, type Detection } from '../choices/detection.ts'
import type { ClientFit } from '../client/fit.ts'
import { basicExamples } from '../scenarios/examples.ts'
import type { ProviderClient } from '../wire/client.ts'
import { ifTooFast } from '../wire/gateway.ts'
import { type Checked, clauseResults } from './clause-results.ts'
import { neverDone, operationResults } from './operations.ts'
import type { ChoiceResult, ClauseResult, Judgement, VerifyResult } from './result.ts'
import { unusualIn } from './unusual.ts'

/**
 * The results of a run.
 * @param profile undefined where only the document counts.
 * @param clients whether they and the provider go together.
 */
export function judgementOf(
  checked: Checked,
  profile: Profile | undefined,
  mode: VerifyResult['mode'],
  clients: readonly ClientFit[],
  client: Pick<ProviderClient, 'curl' | 'url'>,
): Judgement {
  const { record, observations, notRun, sequences } = checked
  const operations = operationResults(record, mode)
  const clauses = clauseResults(checked, operations, client)
  const isBroken = clauses.some(({ verdict }) => verdict === 'broken')
  const untried = [...notRun].find(([key]) => basicExamples.has(key))
  const [key, reason] = untried ?? [...notRun][0] ?? []
  const notSetUp =
    reason && `Failed to set up an example: ${reason}.${/ answered 503\b/.test(reason) ? ifTooFast : ''}`
  const incomplete = neverDone(operations, notSetUp) ?? (untried === undefined ? undefined : notSetUp)
  // A run of one example or sequence may not have every operation.
  const isEnough = isBroken || mode.only !== undefined
  const failureReason = checked.failureReason ?? (isEnough ? undefined : incomplete)
  const choices = choiceIds.map((choice) => choiceResult(choice, detectChoice(choice, observations), profile))
  const unusual = unusualIn(observations, choices)
  const of = new Set([...observations.byExample.keys(), ...notRun.keys()]).size
  return {
    ...verdictOf(clauses, choices, clients, failureReason, mode.accepted),
    operations,
    clauses,
    choices,
    ...(unusual.length > 0 ? { unusual } : {}),
    ...(clients.length > 0 ? { clients } : {}),
    ...defined({ sequences, failureReason }),
    ...(notRun.size > 0 ? { notRun: { examples: notRun.size, of, reason: `${key}: ${reason}` } } : {}),
  }
}

/**
 * The verdict: a broken clause counts also in a run that ended early, which is never held.
 * @param accepted what may fail.
 */
function verdictOf(
  clauses: readonly ClauseResult[],
  choices: readonly ChoiceResult[],
  clients: readonly ClientFit[],
  failureReason: string | undefined,
  accepts: readonly string[],
): Pick<VerifyResult, 'verdict' | 'exitCode'> {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  const breaks = clients.flatMap((fit) => fit.breaks.flatMap(({ answers }) => Object.keys(answers)))
  const differing = choices.filter(({ verdict }) => verdict === 'differs').map(({ choice }) => choice)
  const different: readonly string[] = [...differing, ...breaks]
  const isHeld = clauses.some(({ verdict, clause }) => verdict === 'held' && clause !== 'version.path')
  const isAccepted = [...broken, ...different].every((each) => accepts.includes(each))
  const failed = isAccepted ? (failureReason === undefined ? 0 : 3) : 1
  // The address may be mistyped.
  if (broken.some((clause) => clause !== 'version.path' || failureReason === undefined))
    return { verdict: 'broken', exitCode: failed }
  if (failureReason !== undefined || !isHeld) return { verdict: 'not judged', exitCode: 3 }
  return different.length > 0 ? { verdict: 'differs', exitCode: failed } : { verdict: 'held', exitCode: 0 }
}

/** The result of a choice. @param profile the expected answers; undefined where they are only observed. */
function choiceResult(choice: ChoiceId, detected: Detection, profile: Profile | undefined): ChoiceResult {
  const isCompared = profile !== undefined && comparedIn(profile).has(choice)
  const expected = profile?.[choice]
  if (detected.kind !== 'seen') {
    const { kind, reason } = detected
    const verdict = isCompared && kind === 'other' ? 'differs' : 'not judged'
    return { choice, verdict, ...(isCompared && { expected }), reason }
  }
  const { answer: actual } = detected
  if (!isCompared) return { choice, verdict: 'observed', actual }
  return agrees(detected, expected, profile)
    ? { choice, verdict: 'held', expected, actual: expected }
    : { choice, verdict: 'differs', expected, actual }
}
