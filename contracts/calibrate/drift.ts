import {
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, isSameAnswer } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { agrees, type Detection } from '../choices/detection.ts'
import { isObject } from '../spec/post-text.ts'
import type { CalibratedChoice } from './conclusion.ts'
import type { Findings } from './experiment.ts'

/** A choice whose answer changed at a provider. Plain data. */
export interface Drift {
  readonly choice: ChoiceId
  /** The old answer; undefined where no profile can express it. */
  readonly before?: unknown
  /** The new answer; undefined where no profile can express it. */
  readonly now?: unknown
  /** Why there is no new answer. */
  readonly reason?: string
}

/**
 * Lists what changed at a provider since a profile was calibrated. Leaves out choices that the profile does not have,
 * and masked ones. An answer that fits the observations has not changed.
 *
 * @param found the results of the latest round.
 */
export function driftFrom(
  earlier: ProfileOption,
  choices: readonly CalibratedChoice[],
  found: Findings,
): Drift[] {
  const before = completeProfile(earlier)
  const partial: PartialProfile = typeof earlier === 'string' ? before : earlier
  return choices.flatMap((result): Drift[] => {
    const { choice, verdict, answer, reason } = result
    const known = partial[choice]
    if (known === undefined)
      return verdict === 'learned' && wasUnknown(partial, choice) ? [{ choice, now: answer }] : []
    if (verdict === 'masked' || fits(found[choice], known, before)) return []
    if (verdict === 'learned')
      return isSameAnswer(known, answer) ? [] : [{ choice, before: known, now: answer }]
    return [{ choice, before: known, ...defined({ reason }) }]
  })
}

function fits(reading: Detection | undefined, known: unknown, profile: Profile): boolean {
  return reading !== undefined && 'answer' in reading && agrees(reading, known, profile)
}

/** Whether the earlier calibration saw an answer that no profile can express. */
function wasUnknown({ unknown, about }: PartialProfile, choice: ChoiceId): boolean {
  if (unknown?.includes(choice)) return true
  const notLearned = isObject(about) ? about.notLearned : undefined
  const entry = isObject(notLearned) ? notLearned[choice] : undefined
  return isObject(entry) && entry.verdict === 'unknown'
}
