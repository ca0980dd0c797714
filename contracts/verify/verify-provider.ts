import { completeProfile } from '../../handlers/choices/profile.ts'
import { withoutSecrets } from '../door/door.ts'
import { type Visit, visit } from '../run/visit.ts'
import { cleanUp } from '../session/clean-up.ts'
import { judgementOf } from './judgement.ts'
import { neverDone, operationResults } from './operations.ts'
import { type ContractsOutcome, playContracts } from './play-contracts.ts'
import { hasSequences, playSequences, type SequencesOutcome } from './play-sequences.ts'
import type { VerifyResult } from './result.ts'
import { createStateHook } from './state-hook.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * Judges a deployed provider: by the interface document, and by a profile where the document is silent. It sets up
 * its own posts through the provider's interface and removes them at the end, whatever happens.
 *
 * @returns the result; a provider that is wrong, or cannot be judged, is no exception.
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
  const isPlaying = hasSequences(options)
  await using hook = stateUrl === undefined ? undefined : createStateHook({ ...options, stateUrl })
  const { result, notes, ...visited } = await visit(options, async (visit) => {
    const outcome = await playContracts(visit, { profile, hook, options })
    if (outcome.obstacle === undefined && !without.includes('delete')) await visit.end()
    const isWorking = outcome.obstacle === undefined && (!outcome.replay || !undoneIn(visit, mode))
    const sequences = isPlaying && isWorking ? await sequencesAfter(visit, options) : undefined
    return { ...judgementOf(visit, profile, outcome, sequences, mode), notPlayed: notPlayed(outcome) }
  })
  const { notPlayed: left, ...judgement } = result
  return {
    ...judgement,
    ...visited,
    mode,
    notes: [...notes, ...(hook?.notes ?? []), ...left],
  }
}

/** Why sequences need not be played: an operation was never done. */
function undoneIn({ run }: Visit, mode: VerifyResult['mode']): string | undefined {
  return neverDone(operationResults([run.bench.attempts], mode))
}

async function sequencesAfter(visit: Visit, options: VerifyOptions): Promise<SequencesOutcome | undefined> {
  const { ledger, client } = visit
  if (!ledger) return undefined
  // What the run could not call its own, a post without texts say, must not stand beside the sequences.
  await cleanUp(ledger, client)
  return await playSequences({ ...visit, ledger, profile: completeProfile(options.profile) }, options)
}

/** The interactions that nobody saw, each with the reason; other ones may have shown the same clause. */
function notPlayed({ replay, obstacle }: ContractsOutcome): string[] {
  // What a run did not come to was not played for one reason, and it is told.
  if (obstacle !== undefined) return []
  return (replay?.acts ?? []).flatMap(({ contract, interaction, setUpFailure }) =>
    setUpFailure === undefined
      ? []
      : [
          `${interaction.key} (${contract}) was not played, as its state could not be set up: ${setUpFailure}.`,
        ],
  )
}
