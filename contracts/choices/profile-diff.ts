import { completeProfile, type Profile, type ProfileOption } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import { isSameAnswer } from './detection.ts'

/** A choice with different answers in two profiles. Plain data. */
export interface ProfileDifference {
  readonly choice: ChoiceId
  readonly from: unknown
  readonly to: unknown
  /** What the choice decides. */
  readonly about: string
}

/**
 * Lists the choices to which two profiles have different answers. A choice that has no effect in one of them is left
 * out: the difference that makes it ineffective is in the list.
 *
 * @throws UnderstudyError `PROFILE_INVALID`
 * @example
 * diffProfiles('default', 'json-server').map(({ choice, from, to }) => `${choice}: ${from} -> ${to}`)
 */
export function diffProfiles(from: ProfileOption, to: ProfileOption): ProfileDifference[] {
  const [before, after] = [completeProfile(from), completeProfile(to)]
  return choiceIds
    .filter((choice) => !isSameAnswer(before[choice], after[choice]))
    .filter((choice) => appliesTo(choice, before) && appliesTo(choice, after))
    .map((choice) => ({ choice, from: before[choice], to: after[choice], about: choiceOf(choice).about }))
}

/** Whether an answer to a choice has an effect in a profile; another answer may make it ineffective. */
function appliesTo(id: ChoiceId, profile: Profile): boolean {
  const [other, answer] = choiceOf(id).without ?? []
  return other === undefined || profile[other as ChoiceId] !== answer
}
