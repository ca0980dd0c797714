import { completeProfile } from '../../handlers/choices/profile.ts'
import { withoutSecrets } from '../redaction/without-secrets.ts'
import { type ProviderSession, withProviderSession } from '../run/provider-session.ts'
import { crowdSize } from '../sequences/fixed-sequences.ts'
import { cleanUp } from '../session/clean-up.ts'
import { endOf } from '../session/failure-reason-of.ts'
import { judgementOf } from './judgement.ts'
import { neverDone, operationResults } from './operations.ts'
import { replayCommand } from './replay-command.ts'
import type { VerifyResult } from './result.ts'
import { type ContractsOutcome, runContracts } from './run-contracts.ts'
import { hasSequences, runSequences, type SequencesOutcome } from './run-sequences.ts'
import { createStateHook } from './state-hook.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * Judges a deployed provider: by the interface document, and by a profile where the document is silent. It sets up
 * its own posts through the provider's interface and removes them at the end, whatever happens.
 *
 * @returns the result; a provider that is wrong, or cannot be judged, is not an exception.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { verdict, clauses } = await verifyProvider({ url: 'https://staging.example.com/v1', documentOnly: true })
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerifyResult> {
  const { url, stateUrl, headers = {} } = options
  return await withoutSecrets({ urls: [url, stateUrl], headers }, () => judged(options))
}

/** The result with all that the provider has said, secrets that it repeats included. */
async function judged(given: VerifyOptions): Promise<VerifyResult> {
  const { documentOnly = false, without = [], stateUrl } = given
  // Without posts of its own a run has nothing to replace or delete.
  const readOnly = given.readOnly === true || without.includes('create')
  const options = { ...given, readOnly }
  const mode = { documentOnly, readOnly, without }
  const profile = documentOnly ? undefined : completeProfile(options.profile)
  const wantsSequences = hasSequences(options)
  await using hook = stateUrl === undefined ? undefined : createStateHook({ ...options, stateUrl })
  const { result, notes, ...visited } = await withProviderSession(options, async (session) => {
    const outcome = await runContracts(session, { profile, hook, options })
    const isReplaced = !without.includes('replace')
    const crowd = outcome.replay && !options.gentle ? { size: crowdSize, isReplaced } : undefined
    if (outcome.failureReason === undefined && !without.includes('delete')) await session.end(crowd)
    const { signal } = session
    const failureReason = outcome.failureReason ?? (signal.aborted ? endOf(signal) : undefined)
    const isWorking = failureReason === undefined && (!outcome.replay || !undoneIn(session, mode))
    const sequences = wantsSequences && isWorking ? await sequencesAfter(session, options) : undefined
    return {
      ...judgementOf(session, profile, { ...outcome, failureReason }, sequences, mode),
      notRun: notRun(outcome),
    }
  })
  const { notRun: left, ...judgement } = result
  return {
    ...judgement,
    ...visited,
    command: replayCommand(visited.url, given),
    mode,
    notes: [...notes, ...(hook?.notes ?? []), ...left],
  }
}

/** Why sequences need not be run: an operation was never done. */
function undoneIn({ run }: ProviderSession, mode: VerifyResult['mode']): string | undefined {
  return neverDone(operationResults([run.context.attempts], mode))
}

async function sequencesAfter(
  session: ProviderSession,
  options: VerifyOptions,
): Promise<SequencesOutcome | undefined> {
  const { ledger, client, concurrency } = session
  if (!ledger) return undefined
  // What the run could not call its own, a post without texts say, must not stand beside the sequences.
  await cleanUp(ledger, client, { concurrency })
  const { taken } = session.run.context.own
  return await runSequences({ ...session, ledger, taken, profile: completeProfile(options.profile) }, options)
}

/** The interactions that nobody saw, each with the reason; other ones may have shown the same clause. */
function notRun({ replay, failureReason }: ContractsOutcome): string[] {
  // What a run did not come to was not run for one reason, and it is told.
  if (failureReason !== undefined) return []
  return (replay?.interactionRuns ?? []).flatMap(({ contract, interaction, setUpFailure }) =>
    setUpFailure === undefined
      ? []
      : [`${interaction.key} (${contract}) was not run, as its state could not be set up: ${setUpFailure}.`],
  )
}
