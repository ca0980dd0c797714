import { completeProfile, type Profile, type ProfileOption } from '../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../handlers/choices.ts'

/** A choice with different answers in two profiles. Plain data. */
export interface ProfileDifference {
  readonly choice: ChoiceId
  readonly from: unknown
  readonly to: unknown
  /** What a client notices: "A create returns 200, not 201. Treat 200 as success." */
  readonly notice: string
}

/**
 * Lists what a client notices if one profile replaces another, choice by choice. Equivalent answers are not a difference.
 *
 * @throws UnderstudyError `PROFILE_INVALID`
 * @example
 * diffProfiles('default', 'json-server').map(({ notice }) => notice)
 */
export function diffProfiles(
  from: ProfileOption | Profile,
  to: ProfileOption | Profile,
): ProfileDifference[] {
  const [before, after] = [completeProfile(from), completeProfile(to)]
  return choiceIds
    .filter((choice) => says(choice, before) !== says(choice, after))
    .map((choice) => ({
      choice,
      from: before[choice],
      to: after[choice],
      notice: impactOf(choice, before, after),
    }))
}

/**
 * What a client notices of a different answer: "A create returns 200, not 201. Treat 200 as success."
 *
 * @param after the new answers; advice depends on all of them.
 */
export function impactOf(id: ChoiceId, before: Profile, after: Profile): string {
  const choice = choiceOf(id)
  const advice = choice.advice(after[id], after)
  const change = `${choice.subject} ${choice.verb} ${says(id, after)}, not ${says(id, before)}.`
  return advice === undefined ? change : `${change} ${advice}.`
}

export function says(choice: ChoiceId, profile: Profile): string {
  return choiceOf(choice).says(profile[choice], profile)
}
