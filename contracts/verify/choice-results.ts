import { type Profile, unknownIn } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { detectChoice } from '../choices/detect.ts'
import { agrees, type Observations } from '../choices/detection.ts'
import type { GivenAnswer } from '../client/fit.ts'
import type { ChoiceResult } from './result.ts'

/**
 * The result of every choice.
 * @param profile the expected answers; undefined where they are only observed.
 */
export function choiceResults(observations: Observations, profile: Profile | undefined): ChoiceResult[] {
  return choiceIds.map((choice) => choiceResult(choice, observations, profile))
}

/** What a provider answers, to be compared with what a client relies on. */
export function givenAnswer(choice: ChoiceId, observations: Observations): GivenAnswer {
  const detected = detectChoice(choice, observations)
  if ('unknown' in detected) return { reason: detected.unknown }
  return { answer: detected.answer, fits: (answer) => agrees(detected, answer) }
}

function choiceResult(
  choice: ChoiceId,
  observations: Observations,
  profile: Profile | undefined,
): ChoiceResult {
  const detected = detectChoice(choice, observations)
  const expected = profile?.[choice]
  const asked = profile ? { expected } : {}
  if ('unknown' in detected) {
    const [first = '', ...rest] = detected.unknown
    const reason = `${first.toUpperCase()}${rest.join('')}.`
    return { choice, verdict: 'not judged', ...asked, reason }
  }
  const { answer: actual } = detected
  if (!profile) return { choice, verdict: 'observed', actual }
  if (unknownIn(profile).has(choice)) {
    const reason = 'The profile marks it as unknown: no answer fits the provider.'
    return { choice, verdict: 'not judged', expected, actual, reason }
  }
  return agrees(detected, expected, profile)
    ? { choice, verdict: 'held', expected, actual: expected }
    : { choice, verdict: 'differs', expected, actual }
}
