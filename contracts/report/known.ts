import type { ChoiceId } from '../../handlers/choices.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { BaselineResult, VerifyResult } from '../verify/result.ts'

/** Why a baseline accepts a clause or choice that failed; undefined where it does not. */
export function acceptedBy(
  { baseline }: Pick<VerifyResult, 'baseline'>,
  id: ClauseId | ChoiceId,
): string | undefined {
  return baseline?.known[id]
}

export function baselineText({ new: fresh, known, fixed }: BaselineResult): string {
  const part = (word: string, ids: readonly string[]) =>
    ids.length > 0 ? [`${ids.length} ${word} (${ids.join(', ')})`] : []
  const parts = [...part('new', fresh), `${Object.keys(known).length} known`, ...part('fixed', fixed)]
  const advice = fixed.length > 0 ? ' --update-baseline removes fixed entries.' : ''
  return `Baseline: ${parts.join(', ')}.${advice}`
}
