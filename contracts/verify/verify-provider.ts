import { completeProfile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { ReplayResult } from '../pact/replay.ts'
import { withoutSecrets } from '../redaction/redactor-for.ts'
import { checkOldPosts, idsOf, type OldPosts, oldPostsOf, replaceOld } from '../run/old-posts.ts'
import { type Progress, type ProviderSession, withProviderSession } from '../run/provider-session.ts'
import { crowdSize } from '../sequences/fixed-sequences.ts'
import { cleanUp } from '../session/clean-up.ts'
import { endOf } from '../session/early-end.ts'
import { ignoreFailure } from '../session/failure-reason-of.ts'
import { judgementOf } from './judgement.ts'
import { notRunNotes, notRunOf } from './not-run.ts'
import { onlyOf } from './only.ts'
import { neverDone, operationResults } from './operations.ts'
import { replayCommand } from './replay-command.ts'
import type { VerifyResult } from './result.ts'
import { rootCausesOf } from './root-causes.ts'
import { runContracts } from './run-contracts.ts'
import { hasSequences, runSequences, type SequencesOutcome } from './run-sequences.ts'
import { onlyReads, usualBudget, type VerifyOptions } from './verify-options.ts'

/**
 * Verifies a deployed provider: by the interface document, and by a profile where the document is silent, if one is
 * given. It creates its own posts through the interface and removes them at the end, also after a failure.
 * @returns the result, also for a provider that is wrong or cannot be judged.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { verdict, clauses } = await verifyProvider({ url: 'https://staging.example.com/v1' })
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerifyResult> {
  const { url, headers = {} } = options
  return await withoutSecrets({ urls: [url], headers }, () => judged(options))
}

/** The result before redaction. */
async function judged(given: VerifyOptions): Promise<VerifyResult> {
  const { without = [] } = given
  const readOnly = onlyReads(given)
  const options = { ...given, readOnly }
  const mode = { ...defined({ profile: profileNameOf(given), only: given.only }), readOnly, without }
  const profile = options.profile === undefined ? undefined : completeProfile(options.profile)
  const only = onlyOf(options)
  const wantsSequences = hasSequences(options, only)
  const { result, notes, ...outcome } = await withProviderSession(options, async (session) => {
    const onProgress = telling(options, session)
    const contracts = await runContracts(session, { profile, only, options: { ...options, onProgress } })
    const crowd = contracts.replay && !only ? crowdSize : undefined
    const deletes = !without.includes('delete')
    const areSequencesToCome = wantsSequences && deletes
    // Sequences at an empty provider need its empty list.
    const old = areSequencesToCome && !session.run.record.beganEmpty ? oldPostsOf(session.run) : undefined
    const isToEnd = contracts.failureReason === undefined && deletes
    if (isToEnd && contracts.replay) onProgress(endOfExamples(contracts.replay, crowd !== undefined))
    const unreached = isToEnd ? await session.end({ crowd, kept: idsOf(old) }) : undefined
    const { signal } = session
    const failureReason = contracts.failureReason ?? (signal.aborted ? endOf(signal) : unreached)
    const isWorking = failureReason === undefined && (!contracts.replay || !undoneIn(session, mode))
    const sequences =
      wantsSequences && isWorking ? await sequencesAfter(session, { ...options, onProgress }, old) : undefined
    const judgement = judgementOf(session, profile, { ...contracts, failureReason }, sequences, mode)
    return { judgement, replay: contracts.replay }
  })
  const { judgement, replay } = result
  // After an early end, the failure reason is enough.
  const attempted = judgement.failureReason === undefined ? (replay?.interactionRuns ?? []) : []
  return {
    ...judgement,
    ...defined({ notRun: notRunOf(attempted) }),
    ...outcome,
    command: replayCommand(outcome.url, given),
    mode,
    notes: [...notes, ...notRunNotes(attempted)],
  }
}

/** Tells the progress with what was found so far; while the examples run, also how long the rest takes. */
function telling(options: VerifyOptions, { run, ending }: ProviderSession): (progress: Progress) => void {
  const { budget = usualBudget } = options
  return (progress) => {
    const { done, total } = progress
    const examples = (ending.elapsed * total) / done
    // The fixed sequences send about as many requests as the examples.
    const sequences = hasSequences(options, onlyOf(options)) ? examples + budget : 0
    // The first steps wait longer than the rest.
    const left = done * 10 < total ? undefined : examples - ending.elapsed + sequences
    const broken = rootCausesOf(run.context.findings).length
    options.onProgress?.({ ...defined({ left }), ...progress, broken })
  }
}

/** The name of the compared profile; undefined for none. */
function profileNameOf({ profile, profileName }: VerifyOptions): string | undefined {
  if (profile === undefined) return undefined
  return profileName ?? (typeof profile === 'string' ? profile : 'given in code')
}

/** The progress once all examples are done: at a provider that asks for pauses the rest takes a while too. */
function endOfExamples({ interactionRuns }: ReplayResult, isCrowded: boolean): Progress {
  const total = new Set(interactionRuns.map(({ interaction }) => interaction.key)).size
  return { done: total, total, key: isCrowded ? 'many posts, and removing them' : 'removing the posts' }
}

/** Why sequences are useless: an operation never succeeded. */
function undoneIn({ run }: ProviderSession, mode: VerifyResult['mode']): string | undefined {
  return neverDone(operationResults([run.context.attempts], mode))
}

/** Whether a run still has its old posts, and found nothing: that may have changed them. */
function isIntact(
  { run, ledger, signal }: ProviderSession,
  old: OldPosts,
  { findings, failureReason }: SequencesOutcome,
): boolean {
  const found = run.context.findings.length + findings.length
  const owned = new Set(ledger?.posts.map(({ id }) => id))
  const isOwned = [...idsOf(old)].every((id) => owned.has(id))
  return isOwned && found === 0 && failureReason === undefined && !signal.aborted
}

/** Runs random sequences after the contracts, and then checks the posts from before them. */
async function sequencesAfter(
  session: ProviderSession,
  options: VerifyOptions,
  old: OldPosts | undefined,
): Promise<SequencesOutcome | undefined> {
  const { run, ledger, client, concurrency, signal } = session
  if (!ledger) return undefined
  const isReplaced = !options.without?.includes('replace')
  if (old && isReplaced) await replaceOld(run, old).catch(ignoreFailure(signal))
  // Other posts of the run, such as one without texts, could disturb the sequences.
  await cleanUp(ledger, client, { concurrency, kept: idsOf(old) })
  const { taken } = run.context.own
  const profile = completeProfile(options.profile)
  const outcome = await runSequences({ ...session, ledger, taken, profile }, options)
  options.onProgress?.({ done: 1, total: 1, key: 'removing the posts', left: 0 })
  if (old && isIntact(session, old, outcome))
    await checkOldPosts(run, old, { age: session.ending.elapsed, isReplaced }).catch(ignoreFailure(signal))
  return outcome
}
