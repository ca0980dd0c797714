import { completeProfile, type ProfileOption } from '../../handlers/choices/profile.ts'
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
 * Lists the choices to which two profiles have different answers.
 *
 * @throws UnderstudyError `PROFILE_INVALID`
 * @example
 * diffProfiles('default', 'json-server').map(({ choice, from, to }) => `${choice}: ${from} -> ${to}`)
 */
export function diffProfiles(from: ProfileOption, to: ProfileOption): ProfileDifference[] {
  const [before, after] = [completeProfile(from), completeProfile(to)]
  return choiceIds
    .filter((choice) => !isSameAnswer(before[choice], after[choice]))
    .map((choice) => ({ choice, from: before[choice], to: after[choice], about: choiceOf(choice).about }))
}
