import { type CalibrateOptions, calibrateProfile } from '../../contracts/calibrate.ts'
import type { SequenceOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { ledgerFolder } from './run-folder.ts'

/** How a provider in this process is asked: it is never late, and answers at once. */
export const atHome = { ledgerFolder, settle: 300, timeout: 10_000 }

/** What `verify --profile` says against a provider once `calibrate` has learned from it; nothing where it exits 0. */
export async function calibrateThenVerify({
  budget = 3000,
  ...options
}: CalibrateOptions & Pick<SequenceOptions, 'budget'>): Promise<readonly string[]> {
  const { profile, failureReason } = await calibrateProfile(options)
  if (failureReason !== undefined) return [`calibrate: ${failureReason}`]
  const result = await verifyProvider({ ...options, profile, seed: 7, budget, onProgress() {} })
  if (result.exitCode === 0) return []
  return [
    `${result.verdict} ${result.failureReason ?? ''}`,
    ...result.clauses.flatMap(({ findings }) =>
      findings.map(({ clause, shownBy, about, actual }) => `${clause} [${shownBy}] ${about}: ${actual}`),
    ),
    ...result.choices
      .filter(({ verdict }) => verdict === 'differs')
      .map(
        ({ choice, expected, actual, reason = '' }) =>
          `${choice}: mock ${stringifyJson(expected)}, provider ${stringifyJson(actual)} ${reason}`,
      ),
  ]
}
