import { completeProfile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { Finding } from '../judge/finding.ts'
import { withoutSecrets } from '../redaction/redactor-for.ts'
import { type Progress, type ProviderSession, withProviderSession } from '../run/provider-session.ts'
import { endOf } from '../wire/early-end.ts'
import { attempted } from '../wire/failure-reason-of.ts'
import { judgementOf } from './judgement.ts'
import { neverDone, operationResults } from './operations.ts'
import { onlyOf, replayCommand } from './replay.ts'
import type { VerifyResult } from './result.ts'
import { rootCausesOf } from './root-causes.ts'
import { runContracts } from './run-contracts.ts'
import { pactNote, runPact } from './run-pact.ts'
import { runSequences } from './run-sequences.ts'
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
  const found: Finding[] = []
  const mode = { ...defined({ profile: profileNameOf(given), only: given.only }), readOnly, without }
  const only = onlyOf(given)
  const isCompared = given.profile !== undefined
  const profile = completeProfile(given.profile)
  const { result, notes, ...outcome } = await withProviderSession({ ...given, readOnly }, async (session) => {
    const { signal, ledger } = session
    const options = { ...given, readOnly, onProgress: telling(given, session, found) }
    const contracts = await runContracts(session, isCompared, found, options)
    const { runner, taken, notRun } = contracts
    const isFoundFast = given.failFast === true && found.length > 0
    const failureReason =
      contracts.failureReason ?? (signal.aborted ? endOf(signal) : isFoundFast ? endedByFailFast : undefined)
    const isWorking =
      failureReason === undefined &&
      (only !== undefined || neverDone(operationResults([runner.attempts], mode)) === undefined)
    const sequences =
      ledger && isWorking && !(only && 'example' in only)
        ? await runSequences(session, profile, taken, options)
        : undefined
    const isIntact = !only && contracts.findings.length === 0 && !sequences?.result.failure && !signal.aborted
    const again = isIntact ? await attempted(() => contracts.lookAgain(), session) : {}
    const judgement = judgementOf(
      session,
      isCompared ? profile : undefined,
      {
        ...contracts,
        findings: [...contracts.findings, ...(again.result ?? [])],
        ...defined({ failureReason: failureReason ?? again.failureReason }),
      },
      sequences,
      mode,
    )
    const isBroken = judgement.verdict === 'broken'
    const isDone = judgement.failureReason === undefined && only === undefined
    const pact = isDone ? await runPact(session, options) : undefined
    const note = pact && pactNote(pact, isBroken)
    // After an early end, the failure reason is enough.
    const left = judgement.failureReason === undefined ? [...notRun] : []
    const [[, reason] = []] = left
    const few = reason === undefined ? undefined : { examples: left.length, of: runner.examples.size, reason }
    return { judgement, pact, note, left, few }
  })
  const { judgement, pact, note, left, few } = result
  return {
    ...judgement,
    ...defined({ pact, notRun: few }),
    ...outcome,
    command: replayCommand(outcome.url, given),
    mode,
    notes: [...(note === undefined ? [] : [note]), ...notes, ...notRunNotes(left)],
  }
}

/** A note for each reason, with the examples. */
function notRunNotes(left: readonly (readonly [key: string, reason: string])[]): string[] {
  const byReason = Map.groupBy(left, ([, reason]) => reason.replaceAll(/-?\d+/g, '#'))
  return [...byReason.values()].map((some) => {
    const what = some.length === 1 ? '1 example was' : `${some.length} examples were`
    return `${what} not run, because ${some[0]?.[1]}: ${some.map(([key]) => key).join(', ')}.`
  })
}

/** Tells the progress with what was found so far; while the examples run, also how long the rest takes. */
function telling(
  { budget = usualBudget, readOnly = false, only, onProgress }: VerifyOptions,
  { ending }: ProviderSession,
  found: readonly Finding[],
): (progress: Progress) => void {
  return (progress) => {
    const { done, total } = progress
    const examples = (ending.elapsed * total) / done
    // The fixed sequences send about as many requests as the examples.
    const sequences = readOnly || only !== undefined ? 0 : examples + budget
    // The first steps wait longer than the rest.
    const left = done * 10 < total ? undefined : examples - ending.elapsed + sequences
    onProgress?.({ ...defined({ left }), ...progress, broken: rootCausesOf(found).length })
  }
}

const endedByFailFast = 'The run ended at the first broken clause (--fail-fast).'

/** The name of the compared profile; undefined for none. */
function profileNameOf({ profile, profileName }: VerifyOptions): string | undefined {
  if (profile === undefined) return undefined
  return profileName ?? (typeof profile === 'string' ? profile : 'given in code')
}
