import { randomInt } from 'node:crypto'
import { completeProfile, type Profile, type ProfileOption } from '../handlers/choices/profile.ts'
import { defined } from '../handlers/model/defined.ts'
import { seeds } from '../handlers/model/random.ts'
import { runProbes } from './fidelity/fidelity-run.ts'
import type { Fidelity } from './fidelity/tally.ts'
import { withoutSecrets } from './redaction/redactor-for.ts'
import { beginRun } from './run/begin-run.ts'
import {
  type ProviderSession,
  type ProviderSessionOptions,
  type SessionOutcome,
  withProviderSession,
} from './run/provider-session.ts'
import { attempted } from './session/failure-reason-of.ts'

export const usualProbes = 200

/** The options of {@link measureFidelity}. */
export interface FidelityOptions extends Omit<ProviderSessionOptions, 'readOnly'> {
  /** The profile of the mock. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** How many probes to send. Default 200. */
  readonly probes?: number
  /** The same seed draws the same probes. Default random; it is in the result. */
  readonly seed?: number
}

/** The result of {@link measureFidelity}. Plain data. */
export interface FidelityResult extends Omit<SessionOutcome<unknown>, 'result'> {
  /** Missing where the provider could not be measured. */
  readonly fidelity?: Fidelity
  /** Why the provider could not be measured completely. */
  readonly failureReason?: string
}

/**
 * Measures how similar a mock with a profile is to a deployed provider: it sends random requests, from documented to
 * invalid ones, to both, and compares the replies. It creates its own posts and removes them at the end.
 * @returns how many replies are the same, and what differs; also for a provider that cannot be measured.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { fidelity } = await measureFidelity({ url: 'https://staging.example.com/v1', profile, probes: 2000 })
 */
export async function measureFidelity(options: FidelityOptions): Promise<FidelityResult> {
  const { url, headers = {} } = options
  return await withoutSecrets({ urls: [url], headers }, () => measured(options))
}

async function measured(options: FidelityOptions): Promise<FidelityResult> {
  const { probes = usualProbes, seed = randomInt(seeds) } = options
  const profile = completeProfile(options.profile)
  const onStep = (done: number) => options.onProgress?.({ done, total: probes, key: 'a probe' })
  const { result: fidelity, ...outcome } = await measureAtProvider(options, async (session) => {
    const { run, share, signal } = session
    await beginRun(run)
    return await runProbes(run, { profile, seed, probes: share(probes), onStep, signal })
  })
  return { ...outcome, ...defined({ fidelity }) }
}

/** Measures something in a session, with the posts of its run; also says why the provider made it fail. */
export async function measureAtProvider<Result>(
  options: ProviderSessionOptions,
  measure: (session: ProviderSession) => Promise<Result>,
): Promise<SessionOutcome<Result | undefined> & { readonly failureReason?: string }> {
  const { result: attempt, ...outcome } = await withProviderSession(options, async (session) => {
    const attempt = await attempted(() => measure(session), session)
    if (attempt.failureReason === undefined) await session.end()
    return attempt
  })
  const { result, failureReason } = attempt
  return { ...outcome, result, ...defined({ failureReason }) }
}
