import { completeProfile, type Profile, type ProfileOption } from '../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../handlers/choices.ts'

/** A choice with different answers in two profiles. Plain data. */
export interface ProfileDifference {
  readonly choice: ChoiceId
  readonly from: unknown
  readonly to: unknown
  /** What a client notices: "A create answers 200 instead of 201: count 200 as success." */
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
      notice: impactOf([choice], before, after),
    }))
}

/** Without a comma before "and". */
const list = new Intl.ListFormat('en-GB')

/**
 * What a client notices of some choices with the same subject, such as "A create", as a sentence.
 *
 * @param after the new answers; advice depends on all of them.
 */
export function impactOf(chosen: readonly ChoiceId[], before: Profile, after: Profile): string {
  const all = chosen.map(choiceOf)
  const changes = chosen.map((choice) => {
    const now = says(choice, after)
    const comma = now.includes(',') ? ',' : ''
    return `${choiceOf(choice).verb} ${now}${comma} instead of ${says(choice, before)}`
  })
  const advice = chosen.flatMap((choice, at) => all[at]?.advice(after[choice], after) ?? [])
  const ending = advice.length > 0 ? `: ${[...new Set(advice)].join('; ')}` : ''
  return `${all[0]?.subject} ${list.format(changes)}${ending}.`
}

export function says(choice: ChoiceId, profile: Profile): string {
  return choiceOf(choice).says(profile[choice], profile)
}

/** Groups differences by subject. */
export function bySubject(differences: readonly ProfileDifference[]): ProfileDifference[][] {
  const groups = Map.groupBy(differences, ({ choice }) => choiceOf(choice).subject)
  return [...groups.values()]
}
