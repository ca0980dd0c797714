import { type CalibrateOptions, calibrateProfile } from '../../contracts/calibrate/calibrate-profile.ts'
import type { ClauseId } from '../../contracts/scenarios/clauses.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Change } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'
import { leaping } from './distant-clock.ts'

/**
 * Starts a provider and verifies it. Default without a profile, random sequences and Pact, by a clock that does not wait.
 * @returns held and broken the clauses; left how many posts the provider has after the run.
 */
export async function verifyAt(change?: Change, options: Partial<VerifyOptions> = {}) {
  const { clock = leaping } = options
  const { url, provider, close } = await startProvider(change, clock.now)
  const usual = { url, budget: 0, settle: 200, pact: false, clock }
  const result = await verifyProvider({ ...usual, ...options }).finally(close)
  const [held, broken] = (['held', 'broken'] as const).map((verdict) =>
    result.clauses.flatMap((each) => (each.verdict === verdict ? [each.clause] : [])),
  ) as [ClauseId[], ClauseId[]]
  const findings = result.clauses.flatMap((each) => each.findings)
  return { ...result, findings, held, broken, provider, left: provider.posts.size }
}

/** What a result holds against a provider, in lines. */
export function complaintsOf({ failureReason, clauses, choices }: VerifyResult): string[] {
  return [
    ...(failureReason === undefined ? [] : [failureReason]),
    ...clauses.flatMap(({ findings }) =>
      findings.map(({ clause, shownBy, about, actual }) => `${clause} [${shownBy}] ${about}: ${actual}`),
    ),
    ...choices
      .filter(({ verdict }) => verdict === 'differs')
      .map(({ choice, actual, reason }) => `${choice} = ${reason ?? stringifyJson(actual)}`),
  ]
}

/** How a provider in this process is asked: it is never late, and answers at once. */
export const atHome = { settle: 300, timeout: 10_000, clock: leaping }

/** What `verify --profile` says against a provider once `calibrate` has learned from it; nothing where it exits 0. */
export async function calibrateThenVerify({
  budget = 3000,
  ...options
}: CalibrateOptions & Pick<VerifyOptions, 'budget'>): Promise<readonly string[]> {
  const { profile, failureReason } = await calibrateProfile(options)
  if (failureReason !== undefined) return [`calibrate: ${failureReason}`]
  const result = await verifyProvider({ ...options, profile, pact: false, seed: 7, budget, onProgress() {} })
  return result.exitCode === 0 ? [] : [result.verdict, ...complaintsOf(result)]
}
