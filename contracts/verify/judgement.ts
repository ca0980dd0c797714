import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import { basicExamples } from '../spec/examples.ts'
import type { ProviderClient } from '../wire/client.ts'
import { choiceResults } from './choice-results.ts'
import { clauseResults } from './clause-results.ts'
import { neverDone, operationResults } from './operations.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from './result.ts'
import type { Checked } from './run-checks.ts'

export type Judgement = Pick<
  VerifyResult,
  'verdict' | 'exitCode' | 'operations' | 'clauses' | 'choices' | 'sequences' | 'notRun' | 'failureReason'
>

/**
 * The results of a run.
 * @param profile undefined where only the document counts.
 */
export function judgementOf(
  checked: Checked,
  profile: Profile | undefined,
  mode: VerifyResult['mode'],
  client: Pick<ProviderClient, 'curl' | 'url'>,
): Judgement {
  const { record, notRun, sequences } = checked
  const operations = operationResults(record, mode)
  const clauses = clauseResults(checked, operations, client)
  const isBroken = clauses.some(({ verdict }) => verdict === 'broken')
  const untried = [...notRun.keys()].find((key) => basicExamples.has(key))
  const [reason] = untried === undefined ? notRun.values() : [notRun.get(untried)]
  const notSetUp = reason && `Failed to set up an example: ${reason}.`
  const incomplete = neverDone(operations, notSetUp) ?? (untried === undefined ? undefined : notSetUp)
  // A run of one example or sequence may not have every operation.
  const isEnough = isBroken || mode.only !== undefined
  const failureReason = checked.failureReason ?? (isEnough ? undefined : incomplete)
  const choices = choiceResults(checked.observations, profile)
  const few = { examples: notRun.size, of: checked.examples, reason: reason ?? '' }
  const judged = verdictOf(clauses, choices, failureReason)
  return {
    ...judged,
    ...(judged.exitCode === 1 && areAccepted(clauses, choices, mode)
      ? { exitCode: failureReason === undefined ? 0 : 3 }
      : {}),
    operations,
    clauses,
    choices,
    ...defined({ sequences, failureReason }),
    // After an early end, the failure reason is enough.
    ...(failureReason === undefined && notRun.size > 0 ? { notRun: few } : {}),
  }
}

/**
 * The verdict: a broken clause counts also in a run that ended early, which is never held.
 */
function verdictOf(
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

/** Whether everything that failed may fail. */
function areAccepted(
  clauses: readonly ClauseResult[],
  choices: readonly ChoiceResult[],
  { accepted }: VerifyResult['mode'],
): boolean {
  return (
    clauses.every(({ clause, verdict }) => verdict !== 'broken' || accepted.includes(clause)) &&
    choices.every(({ choice, verdict }) => verdict !== 'differs' || accepted.includes(choice))
  )
}
