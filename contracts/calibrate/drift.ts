import {
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
} from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { agrees, type Detection } from '../detect/detection.ts'
import { isObject } from '../document/post-text.ts'
import { impactOf, says } from '../impact.ts'
import type { CalibratedChoice } from './conclusion.ts'
import type { Findings } from './experiment.ts'

/** A choice whose answer changed at a provider. Plain data. */
export interface Drift {
  readonly choice: ChoiceId
  /** The old answer; undefined where no profile can express it. */
  readonly before?: unknown
  /** The new answer; undefined where no profile can express it. */
  readonly now?: unknown
  /** What a client notices. */
  readonly notice: string
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
  const learned = choices.filter(({ verdict }) => verdict === 'learned')
  const now = {
    ...before,
    ...Object.fromEntries(learned.map(({ choice, answer }) => [choice, answer])),
  } as Profile
  return choices.flatMap((result): Drift[] => {
    const { choice, verdict, answer, reason } = result
    const known = partial[choice]
    if (known === undefined) {
      const isNew = verdict === 'learned' && wasUnknown(partial, choice)
      return isNew
        ? [{ choice, now: answer, notice: `${choice} is ${stringifyJson(answer)} now; it was unknown.` }]
        : []
    }
    if (verdict === 'masked' || fits(found[choice], known, before)) return []
    if (verdict === 'learned')
      return says(choice, now) === says(choice, before)
        ? []
        : [{ choice, before: known, now: answer, notice: impactOf(choice, before, now) }]
    return [
      {
        choice,
        before: known,
        notice: `${choice} is not ${stringifyJson(known)} any more: ${reason}.`,
      },
    ]
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
