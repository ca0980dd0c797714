import type { Finding } from '../judge/finding.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from './result.ts'

/**
 * The verdict: a broken clause counts also in a run that ended early, which is never held.
 */
export function verdictOf(
  clauses: readonly ClauseResult[],
  choices: readonly ChoiceResult[],
  failureReason: string | undefined,
): Pick<VerifyResult, 'verdict' | 'exitCode'> {
  if (clauses.some(({ verdict, clause }) => verdict === 'broken' && clause !== 'version.path'))
    return { verdict: 'broken', exitCode: 1 }
  if (failureReason !== undefined) return { verdict: 'not judged', exitCode: 3 }
  if (clauses.some(({ verdict }) => verdict === 'broken')) return { verdict: 'broken', exitCode: 1 }
  if (!clauses.some(({ verdict, clause }) => verdict === 'held' && clause !== 'version.path'))
    return { verdict: 'not judged', exitCode: 3 }
  if (choices.some(({ verdict }) => verdict === 'differs')) return { verdict: 'differs', exitCode: 1 }
  return { verdict: 'held', exitCode: 0 }
}

export function versionFinding(url: string): Finding {
  const about = 'the base address does not end in v1'
  return {
    clause: 'version.path',
    shownBy: 'the base address',
    about,
    expected: 'an address that ends in /v1',
    actual: url,
    exchanges: [],
  }
}
