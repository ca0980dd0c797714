import { completeProfile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/members.ts'
import { detectChoice } from '../choices/detect.ts'
import { type ClientFit, fitOf, type PactFit } from '../client/fit.ts'
import type { PactVerdict } from '../pact/native/verify-with-pact.ts'
import { withoutSecrets } from '../redaction/redactor-for.ts'
import { withProviderSession } from '../run/provider-session.ts'
import { rootCausesOf } from './clause-results.ts'
import { judgementOf } from './judgement.ts'
import { checkOnly, replayCommand } from './replay.ts'
import type { VerifyResult } from './result.ts'
import { runChecks } from './run-checks.ts'
import { runGivenPact, runPact } from './run-pact.ts'
import { leavable, onlyReads, type VerifyOptions } from './verify-options.ts'

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
  checkOnly(given)
  const { without = [], accept: accepted = [], clients = [], clientPacts = [], only } = given
  const readOnly = onlyReads(given)
  const mode = { ...defined({ profile: profileNameOf(given), only }), readOnly, without, accepted }
  const profile = completeProfile(given.profile)
  const options = { ...given, readOnly, without: readOnly ? leavable : without }
  const { result, notes, ...outcome } = await withProviderSession(options, async (session) => {
    const { runner } = session
    const onProgress: VerifyOptions['onProgress'] = (step) =>
      given.onProgress?.({ ...step, broken: rootCausesOf(runner.record.findings).length })
    const checked = await runChecks(session, mode, { ...options, onProgress })
    const fits: (ClientFit | PactFit)[] = clients.map(({ name, client }) =>
      fitOf(name, client, (choice) => detectChoice(choice, checked.observations)),
    )
    const canReplay = checked.failureReason === undefined && only === undefined && session.ledger
    for (const pact of canReplay ? clientPacts : [])
      fits.push({ client: pact.name, ...(await runGivenPact(session, pact)) })
    const judgement = judgementOf(checked, given.profile && profile, mode, fits, session.client)
    const isDone = judgement.failureReason === undefined && only === undefined
    const pact = isDone ? await runPact(session, options) : undefined
    return { judgement, pact }
  })
  const { judgement, pact } = result
  const isLate = judgement.clauses.some(({ findings }) => findings.some(({ views }) => views !== undefined))
  const ownNotes = [
    ...(isLate && given.settle === undefined ? [onSettle] : []),
    ...(pact ? pactNotes(pact, judgement.verdict === 'broken') : []),
  ]
  return {
    ...judgement,
    ...defined({ pact }),
    ...outcome,
    command: replayCommand(outcome.url, given),
    mode,
    notes: [...ownNotes, ...notes],
  }
}

/** What Pact does not accept and no finding explains, as notes. */
export function pactNotes({ refused, failure }: PactVerdict, isBroken: boolean): string[] {
  return [
    ...(isBroken
      ? []
      : refused.map(({ key, message }) => `Only Pact's verifier refuses ${key}: ${message}.`)),
    ...(failure === undefined ? [] : [`Pact's verifier did not judge all interactions: ${failure}.`]),
  ]
}

const onSettle =
  'Each check waited 2 s for writes to become visible. If the service needs longer, pass --settle with its longest time in milliseconds.'

/** The name of the compared profile; undefined for none. */
function profileNameOf({ profile, profileName }: VerifyOptions): string | undefined {
  if (profile === undefined) return undefined
  return profileName ?? (typeof profile === 'string' ? profile : 'given in code')
}
