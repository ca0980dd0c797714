import type { Finding } from '../../contracts/judge/finding.ts'
import type { ClauseId } from '../../contracts/spec/clauses.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import type { Change } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'
import { ledgerFolder } from './run-folder.ts'

/** What a run found, and what it left. */
export interface Verified extends VerifyResult {
  readonly findings: readonly Finding[]
  readonly broken: readonly ClauseId[]
  /** How many posts the provider has after the run. */
  readonly left: number
}

/** Verifies a provider of its own, by the document and without random sequences unless the options say otherwise. */
export async function verifyAt(change?: Change, options: Partial<VerifyOptions> = {}): Promise<Verified> {
  const { url, provider, close } = await startProvider(change)
  const usual = { url, ledgerFolder, budget: 0, settle: 200 }
  const result = await verifyProvider({ ...usual, ...options }).finally(close)
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  const findings = result.clauses.flatMap((each) => each.findings)
  return { ...result, findings, broken, left: provider.posts.size }
}
