import type { CalibratedChoice } from '../../../contracts/calibrate/conclusion.ts'
import { isSameAnswer } from '../../../contracts/choices/detection.ts'
import { appliesTo } from '../../../contracts/choices/profile-diff.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../../handlers/choices.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { partsOf } from '../../../handlers/model/template.ts'

/** Where a profile keeps its own answer from being seen: whether what was read all the same, or not at all, is right. */
type Excuse = (profile: Profile, result: CalibratedChoice) => boolean

/** Asks whether errors tell what was wrong. */
const tells = ({ 'error.body': body }: Profile) => body !== 'none' && partsOf(body).includes('detail')
const invalid = ({ 'input.invalid-status': status }: Profile) =>
  typeof status === 'number' ? { missing: status, 'wrong-type': status, 'not-allowed': status } : status

const excuses: { readonly [Id in ChoiceId]?: Excuse } = {
  'input.invalid-status': (profile, { answer, reason, verdict }) => {
    const [expected, read] = [
      invalid(profile),
      invalid({ ...profile, 'input.invalid-status': answer as never }),
    ]
    const seen = {
      missing: profile['input.required'] !== 'none' || profile['input.empty'] !== 'accepted',
      'wrong-type': profile['input.wrong-type'] !== 'coerced',
      'not-allowed':
        profile['input.unknown-fields'] === 'refused' ||
        profile['input.client-id'] === 'refused' ||
        profile['replace.body-id'] === 'refused',
    }
    const kinds = ['missing', 'wrong-type', 'not-allowed'] as const
    if (verdict === 'masked') return kinds.every((kind) => !seen[kind])
    return reason !== undefined && kinds.every((kind) => !seen[kind] || expected[kind] === read[kind])
  },
  // Where every post is taken, there is no such error.
  'input.invalid-body': (profile, result) => {
    const answers = profile
    return (
      isSame(profile, result) ||
      (result.verdict === 'masked' &&
        answers['input.required'] === 'none' &&
        answers['input.wrong-type'] === 'coerced' &&
        ['ignored', 'stored'].includes(String(answers['input.unknown-fields'])))
    )
  },
  'input.media-type': isNotTold,
  'input.max-length': (profile, { reason, answer }) => {
    // A body may be too large before a text is too long.
    if (Number(profile['input.max-bytes']) < 71_000) return true
    // Where nothing else is refused that is not allowed, a longer text has a status of its own.
    const { status, ...lengths } = answer as { readonly status?: number }
    const isUsual = status === invalid(profile)['not-allowed']
    return (
      (reason !== undefined || isUsual) && isAlike(isUsual ? lengths : answer, profile['input.max-length'])
    )
  },
  // What a client sent has a title and a content.
  'replace.body': (profile, { answer }) =>
    profile['replace.body'] === 'sent' && isSameAnswer(answer, { title: 'title', content: 'content' }),
  'list.order': (profile, { reason }) =>
    reason !== undefined &&
    profile['list.order'] === 'insertion' &&
    profile['id.assignment'] !== 'unordered' &&
    profile['id.reuse'] !== 'lowest-free' &&
    profile['input.client-id'] !== 'honoured' &&
    typeof profile['replace.missing'] === 'number',
}

/** Whether two answers mean the same, though a profile may write them differently. */
function isAlike(one: unknown, other: unknown): boolean {
  return isSameAnswer(plain(one), plain(other))
}

/** An answer in its shortest form. */
function plain(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  if (Object.keys(answer).length === 0) return 'none'
  if (!('missing' in answer)) return answer
  const [status, ...others] = new Set(Object.values(answer))
  return others.length === 0 ? status : answer
}

/** A body that is that of any other error by chance, or lists no fields where there are none to speak of. */
function isSame(profile: Profile, { choice, answer }: CalibratedChoice): boolean {
  const [own, usual] = [stringifyJson(profile[choice]), stringifyJson(profile['error.body'])]
  return answer === 'same' ? own === usual : stringifyJson(answer) === own.replaceAll('"fields"', '{}')
}

/** A body that is not read is answered like `{}`, and so may one be that is refused. */
function isNotTold(profile: Profile, { reason }: CalibratedChoice): boolean {
  return reason !== undefined && !tells(profile) && profile['input.required'] !== 'none'
}

/** Asks whether what was learned of a choice is what a service with this profile lets a client see of it. */
export function isRead(result: CalibratedChoice, profile: Profile): boolean {
  const { choice, verdict, answer } = result
  const isNotTried = [
    'limit.requests',
    'limit.time',
    'input.max-bytes',
    'id.reuse',
    'access.credentials',
  ].includes(choice)
  if (verdict === 'masked' && (isNotTried || !appliesTo(choice, profile))) return true
  if (verdict === 'learned' && isAlike(answer, profile[choice])) return true
  return excuses[choice]?.(profile, result) ?? false
}
