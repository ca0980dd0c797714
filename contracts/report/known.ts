import type { ChoiceId } from '../../handlers/choices.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { BaselineResult, Deviation, KnownDeviation, VerifyResult } from '../verify/result.ts'

/** The baseline entry that accepts a clause or choice; undefined where something about it is new. */
export function acceptedBy(
  { baseline }: Pick<VerifyResult, 'baseline'>,
  id: ClauseId | ChoiceId,
): KnownDeviation | undefined {
  if (baseline === undefined || [...baseline.new, ...baseline.expired].some((each) => idOf(each) === id))
    return undefined
  return baseline.known.find((entry) => idOf(entry) === id)
}

export function idOf(deviation: Deviation): ClauseId | ChoiceId {
  return 'clause' in deviation ? deviation.clause : deviation.choice
}

export function reasonText({ reason, until }: KnownDeviation): string {
  return until === undefined ? reason : `${reason} (until ${until})`
}

export function baselineText({ new: fresh, known, expired, fixed }: BaselineResult): string {
  const named = (some: readonly Deviation[]) => [...new Set(some.map(idOf))].join(', ')
  const part = (word: string, some: readonly Deviation[]) =>
    some.length > 0 ? [`${some.length} ${word} (${named(some)})`] : []
  const parts = [
    ...part('new', fresh),
    ...part('expired', expired),
    `${known.length} known`,
    ...part('fixed', fixed),
  ]
  const advice = fixed.length > 0 ? ' --update-baseline removes fixed entries.' : ''
  return `Baseline: ${parts.join(', ')}.${advice}`
}
