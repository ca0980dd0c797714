import { type OperationProfile, type Profile, profileFor } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { ErrorBody } from '../../handlers/http/refusal.ts'
import { statusFor } from '../../handlers/operations/json-body.ts'
import type { Outcome } from './outcome.ts'

/** The refusals of a create's or replace's body under a profile, in the order of the checks. */
export function inputOutcomes(operation: 'create' | 'replace', whole: Profile): Outcome[] {
  const profile = profileFor(whole, operation)
  const unread = [...unreadable(profile), ...malformed(profile)]
  const invalid = [...missingField(profile), ...wrongType(profile), ...notAllowed(operation, profile)]
  const notObject = refused(statusFor(profile, 'wrong-type'), 'The body is not an object.', [
    'input.invalid-status',
  ])
  return [
    ...otherMediaType(profile),
    ...unread.map((outcome) => withBody(outcome, 'input.malformed-body', whole)),
    withBody(notObject, 'input.not-object-body', whole),
    ...invalid.map((outcome) => {
      const isOfId = outcome.choices?.includes('replace.body-id')
      return withBody(outcome, isOfId ? 'replace.body-id-body' : 'input.invalid-body', whole)
    }),
  ]
}

/** Gives a refusal its own body, if the profile has one. */
export function withBody(
  outcome: Outcome,
  choice: Exclude<ErrorBody, 'error.body'>,
  profile: Profile,
): Outcome {
  if (profile[choice] === 'same') return outcome
  return { ...outcome, body: choice, choices: [...(outcome.choices ?? []), choice] }
}

/** Refusals before the body is parsed. */
function unreadable(profile: OperationProfile): Outcome[] {
  const limit = profile['input.max-bytes']
  return withStatus([
    [limit === 'none' ? limit : 413, `The body is larger than ${limit} bytes.`, 'input.max-bytes'],
    [profile['input.charset'], 'The body names a charset other than UTF-8.', 'input.charset'],
    [profile['input.content-encoding'], 'The body has a Content-Encoding.', 'input.content-encoding'],
  ])
}

function otherMediaType(profile: OperationProfile): Outcome[] {
  const { 'input.media-type': other, 'input.no-media-type': none } = profile
  return withStatus([
    [other, 'The media type of the body is not application/json.', 'input.media-type'],
    [none, 'The body has no Content-Type header.', 'input.no-media-type'],
  ])
}

/** Why a body is refused, if the answer to the choice says so. */
type Reason = readonly [answer: unknown, meaning: string, ChoiceId]

/** An outcome for each answer that is a status. */
function withStatus(reasons: readonly Reason[]): Outcome[] {
  return reasons.flatMap(([answer, meaning, choice]) =>
    typeof answer === 'number' ? [refused(answer, meaning, [choice])] : [],
  )
}

function malformed(profile: OperationProfile): Outcome[] {
  const depth = profile['input.max-depth']
  const reasons: Reason[] = [
    [profile['input.no-body'], 'is missing', 'input.no-body'],
    [profile['input.invalid-utf8'], 'is not UTF-8', 'input.invalid-utf8'],
    [profile['input.byte-order-mark'], 'begins with a byte order mark', 'input.byte-order-mark'],
    [profile['input.duplicate-keys'], 'names a field twice', 'input.duplicate-keys'],
    [depth === 'none' ? 'accepted' : 'refused', `nests deeper than ${depth} levels`, 'input.max-depth'],
  ]
  const further = reasons.filter(([answer]) => answer === 'refused')
  const meaning = ['is not JSON', ...further.map(([, reason]) => reason)].join(', or ')
  return [
    refused(profile['input.malformed-status'], `The body ${meaning}.`, [
      'input.malformed-status',
      ...further.map(([, , choice]) => choice),
    ]),
    ...withStatus(reasons.map(([answer, reason, choice]): Reason => [answer, `The body ${reason}.`, choice])),
  ]
}

function missingField(profile: OperationProfile): Outcome[] {
  const required = profile['input.required']
  const empty = profile['input.empty']
  if (required === 'none' && empty === 'accepted') return []
  const reasons = [required !== 'none' && 'is missing', empty !== 'accepted' && 'is empty'].filter(Boolean)
  return [
    refused(statusFor(profile, 'missing'), `A field ${reasons.join(' or ')}.`, [
      'input.invalid-status',
      ...(required === 'none' ? [] : (['input.required'] as const)),
      ...(empty === 'accepted' ? [] : (['input.empty'] as const)),
    ]),
  ]
}

function wrongType(profile: OperationProfile): Outcome[] {
  const own = profile['input.wrong-type']
  const [status, ids] =
    typeof own === 'number'
      ? [own, []]
      : [statusFor(profile, 'wrong-type'), ['input.invalid-status'] as const]
  return [refused(status, 'A field has the wrong type.', [...ids, 'input.wrong-type'])]
}

function notAllowed(operation: 'create' | 'replace', profile: OperationProfile): Outcome[] {
  const reasons: Reason[] = [
    [longerIs(profile), 'A text is too long.', 'input.max-length'],
    [profile['input.unknown-fields'], 'A field is unknown.', 'input.unknown-fields'],
  ]
  if (operation === 'replace')
    reasons.push([profile['replace.body-id'], 'The body has another id.', 'replace.body-id'])
  else {
    const ofId = profile['input.client-id']
    const ofNull = profile['input.client-id-null']
    reasons.push([ofId, 'The body has an id.', 'input.client-id'])
    // Otherwise null is treated like no id, or like any id.
    if (ofId !== 'ignored' && typeof ofNull === 'number')
      reasons.push([ofNull, 'The body has the id null.', 'input.client-id-null'])
  }
  return reasons.flatMap(([answer, meaning, choice]) => {
    if (typeof answer === 'number') return [refused(answer, meaning, [choice])]
    if (answer !== 'refused') return []
    return [refused(statusFor(profile, 'not-allowed'), meaning, ['input.invalid-status', choice])]
  })
}

/** How a text that is too long is treated. */
function longerIs(profile: OperationProfile): 'accepted' | 'refused' | number {
  const limits = profile['input.max-length']
  if (limits === 'none' || (limits.title === undefined && limits.content === undefined)) return 'accepted'
  return limits.status ?? 'refused'
}

function refused(status: number, meaning: string, choices: readonly ChoiceId[]): Outcome {
  return { status, meaning, body: 'error.body', choices }
}
