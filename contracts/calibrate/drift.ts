import { completeProfile, type PartialProfile, type ProfileOption } from '../../handlers/choices/profile.ts'
import { type ChoiceId, isSameAnswer } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { agrees } from '../choices/detection.ts'
import type { CalibratedChoice } from './conclusion.ts'
import type { Detections } from './experiment.ts'

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
 * @param found the results of the latest pass.
 */
export function driftFrom(
  earlier: ProfileOption,
  choices: readonly CalibratedChoice[],
  found: Detections,
): Drift[] {
  const before = completeProfile(earlier)
  const stated: PartialProfile = typeof earlier === 'string' ? before : earlier
  return choices.flatMap(({ choice, verdict, answer, reason }): Drift[] => {
    const known: unknown = stated[choice]
    const isLearned = verdict === 'learned'
    if (known === undefined)
      return isLearned && stated.unknown?.includes(choice) ? [{ choice, now: answer }] : []
    const detection = found[choice]
    const fits = detection && 'answer' in detection && agrees(detection, known, before)
    if (verdict === 'masked' || fits || (isLearned && isSameAnswer(known, answer))) return []
    return [{ choice, before: known, ...(isLearned ? { now: answer } : defined({ reason })) }]
  })
}
