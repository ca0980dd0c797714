import { completeProfile } from '../../handlers/choices/profile.ts'
import { withoutSecrets } from '../door/door.ts'
import { type Visit, visit } from '../run/visit.ts'
import { cleanUp } from '../session/clean-up.ts'
import { judgementOf } from './judgement.ts'
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
async function judged(options: VerifyOptions): Promise<VerifyResult> {
  const { documentOnly = false, readOnly = false, stateUrl } = options
  const profile = documentOnly ? undefined : completeProfile(options.profile)
  const isPlaying = hasSequences(options)
  await using hook = stateUrl === undefined ? undefined : createStateHook({ ...options, stateUrl })
  const { result, notes, ...visited } = await visit(options, async (visit) => {
    const outcome = await playContracts(visit, { profile, hook, options })
    if (outcome.obstacle === undefined) await visit.end()
    const sequences =
      isPlaying && outcome.obstacle === undefined ? await sequencesAfter(visit, options) : undefined
    return { ...judgementOf(visit, profile, outcome, sequences), notPlayed: notPlayed(outcome) }
  })
  const { notPlayed: left, ...judgement } = result
  return {
    ...judgement,
    ...visited,
    mode: { documentOnly, readOnly },
    notes: [...notes, ...(hook?.notes ?? []), ...left],
  }
}

async function sequencesAfter(visit: Visit, options: VerifyOptions): Promise<SequencesOutcome | undefined> {
  const { ledger, client } = visit
  if (!ledger) return undefined
  // What the run could not call its own, a post without texts say, must not stand beside the sequences.
  await cleanUp(ledger, client)
  return await playSequences({ ...visit, ledger, profile: completeProfile(options.profile) }, options)
}

/** The interactions that nobody saw, each with the reason; other ones may have shown the same clause. */
function notPlayed({ replay }: ContractsOutcome): string[] {
  return (replay?.acts ?? []).flatMap(({ contract, interaction, setUpFailure }) =>
    setUpFailure === undefined
      ? []
      : [
          `${interaction.key} (${contract}) was not played, as its state could not be set up: ${setUpFailure}.`,
        ],
  )
}
