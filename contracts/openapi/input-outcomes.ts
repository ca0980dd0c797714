import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { statusFor } from '../../handlers/operations/json-body.ts'
import type { Outcome } from './outcome.ts'

/** The refusals that the body of a create or a replace can meet under a profile, in the order in which they are looked for. */
export function inputOutcomes(operation: 'create' | 'replace', profile: Profile): Outcome[] {
  return [
    ...tooLarge(profile),
    ...otherMediaType(profile),
    malformed(profile),
    ...missingField(profile),
    wrongType(profile),
    ...notAllowed(operation, profile),
  ]
}

function tooLarge(profile: Profile): Outcome[] {
  const limit = profile['input.max-bytes']
  if (limit === 'none') return []
  return [refused(413, `The body is larger than ${limit} bytes.`, ['input.max-bytes'])]
}

function otherMediaType(profile: Profile): Outcome[] {
  const other = profile['input.media-type']
  const none = profile['input.no-media-type']
  const refusals = []
  if (typeof other === 'number')
    refusals.push(refused(other, 'The media type of the body is not application/json.', ['input.media-type']))
  if (typeof none === 'number')
    refusals.push(refused(none, 'The body has no Content-Type header.', ['input.no-media-type']))
  const foreign = profile['input.charset']
  if (typeof foreign === 'number')
    refusals.push(refused(foreign, 'The body names a charset other than UTF-8.', ['input.charset']))
  if (profile['input.content-encoding'] === 415)
    refusals.push(refused(415, 'The body has a Content-Encoding.', ['input.content-encoding']))
  return refusals
}

function malformed(profile: Profile): Outcome {
  const depth = profile['input.max-depth']
  const reasons: [boolean, string, ChoiceId][] = [
    [profile['input.no-body'] === 'refused', 'is missing', 'input.no-body'],
    [profile['input.invalid-utf8'] === 'refused', 'is not UTF-8', 'input.invalid-utf8'],
    [
      profile['input.byte-order-mark'] === 'refused',
      'begins with a byte order mark',
      'input.byte-order-mark',
    ],
    [profile['input.duplicate-keys'] === 'refused', 'names a field twice', 'input.duplicate-keys'],
    [depth !== 'none', `nests deeper than ${depth} levels`, 'input.max-depth'],
  ]
  const further = reasons.filter(([applies]) => applies)
  const meaning = ['is not JSON', ...further.map(([, reason]) => reason)].join(', or ')
  return refused(profile['input.malformed-status'], `The body ${meaning}.`, [
    'input.malformed-status',
    ...further.map(([, , choice]) => choice),
  ])
}

function missingField(profile: Profile): Outcome[] {
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

function wrongType(profile: Profile): Outcome {
  const meaning = 'The body is no object, or a field has a type that is not taken.'
  return refused(statusFor(profile, 'wrong-type'), meaning, ['input.invalid-status', 'input.wrong-type'])
}

function notAllowed(operation: 'create' | 'replace', profile: Profile): Outcome[] {
  const reasons: [boolean, string, ChoiceId][] = [
    [hasLimit(profile), 'A text is too long.', 'input.max-length'],
    [profile['input.unknown-fields'] === 'refused', 'A field is not known.', 'input.unknown-fields'],
    operation === 'create'
      ? [profile['input.client-id'] === 'refused', 'The body has an id.', 'input.client-id']
      : [profile['replace.body-id'] === 'refused', 'The body has another id.', 'replace.body-id'],
  ]
  return reasons
    .filter(([applies]) => applies)
    .map(([, meaning, choice]) =>
      refused(statusFor(profile, 'not-allowed'), meaning, ['input.invalid-status', choice]),
    )
}

function hasLimit(profile: Profile): boolean {
  const limits = profile['input.max-length']
  return limits !== 'none' && (limits.title !== undefined || limits.content !== undefined)
}

function refused(status: number, meaning: string, choices: readonly ChoiceId[]): Outcome {
  return { status, meaning, body: 'error', choices }
}
