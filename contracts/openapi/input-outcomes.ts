import { type OperationProfile, type Profile, profileFor } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { statusFor } from '../../handlers/operations/json-body.ts'
import type { Outcome } from './outcome.ts'

/** Why a body is refused: the status, undefined where it is not, a sentence, and the choices. */
type Reason = readonly [status: number | undefined, meaning: string, ...choices: ChoiceId[]]

/** The refusals of a create's or replace's body under a profile, in the order of the checks. */
export function inputOutcomes(operation: 'create' | 'replace', whole: Profile): Outcome[] {
  const profile = profileFor(whole, operation)
  const mediaType = profile['input.media-type']
  const bytes = profile['input.max-bytes']
  const unread: Reason[] = [
    [
      typeof mediaType === 'number' ? mediaType : undefined,
      'The media type of the body is not application/json.',
      'input.media-type',
    ],
    [bytes === 'none' ? undefined : 413, `The body is larger than ${bytes} bytes.`, 'input.max-bytes'],
    [profile['input.malformed-status'], 'The body is missing or not JSON.', 'input.malformed-status'],
  ]
  const invalid: Reason[] = [
    [statusFor(profile, 'wrong-type'), 'The body is not an object.', 'input.invalid-status'],
    ...missingField(profile),
    treated(profile, 'input.wrong-type', 'A field has the wrong type.'),
    tooLong(profile),
    treated(profile, 'input.unknown-fields', 'A field is unknown.'),
    operation === 'replace'
      ? treated(profile, 'replace.body-id', 'The body has another id.')
      : treated(profile, 'input.client-id', 'The body has an id.'),
    [
      operation === 'create' && profile['input.client-id'] === 'honoured' ? 409 : undefined,
      'Another post has the id in the body.',
      'input.client-id',
    ],
  ]
  return [...outcomes(unread), ...outcomes(invalid).map((outcome) => withInvalidBody(outcome, profile))]
}

function outcomes(reasons: readonly Reason[]): Outcome[] {
  return reasons.flatMap(([status, meaning, ...choices]): Outcome[] =>
    status === undefined ? [] : [{ status, meaning, body: 'error.body', choices }],
  )
}

function withInvalidBody(outcome: Outcome, profile: Profile): Outcome {
  if (profile['input.invalid-body'] === 'same') return outcome
  const choices = [...(outcome.choices ?? []), 'input.invalid-body'] as const
  return { ...outcome, body: 'input.invalid-body', choices }
}

function missingField(profile: OperationProfile): Reason[] {
  const isRequired = profile['input.required'] !== 'none'
  const mayBeEmpty = profile['input.empty'] === 'accepted'
  if (!isRequired && mayBeEmpty) return []
  const reasons = [isRequired && 'is missing', !mayBeEmpty && 'is empty'].filter(Boolean)
  const choices: ChoiceId[] = ['input.invalid-status']
  if (isRequired) choices.push('input.required')
  if (!mayBeEmpty) choices.push('input.empty')
  return [[statusFor(profile, 'missing'), `A field ${reasons.join(' or ')}.`, ...choices]]
}

type Treated = 'input.wrong-type' | 'input.unknown-fields' | 'input.client-id' | 'replace.body-id'

function treated(profile: OperationProfile, choice: Treated, meaning: string): Reason {
  const answer = profile[choice]
  if (typeof answer === 'number') return [answer, meaning, choice]
  if (choice === 'input.wrong-type')
    // Arrays and objects are never converted.
    return [statusFor(profile, 'wrong-type'), meaning, 'input.invalid-status', choice]
  const status = answer === 'refused' ? statusFor(profile, 'not-allowed') : undefined
  return [status, meaning, 'input.invalid-status', choice]
}

function tooLong(profile: OperationProfile): Reason {
  const limits = profile['input.max-length']
  const { title = undefined, content = undefined, status = undefined } = limits === 'none' ? {} : limits
  const meaning = 'A text is too long.'
  if (title === undefined && content === undefined) return [undefined, meaning]
  if (status !== undefined) return [status, meaning, 'input.max-length']
  return [statusFor(profile, 'not-allowed'), meaning, 'input.invalid-status', 'input.max-length']
}
