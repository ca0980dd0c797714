import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceOf, choices } from '../../handlers/choices.ts'
import { type FieldName, type FieldSet, fieldNames, fieldSets } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'
import { idInLocation } from '../scenarios/addresses.ts'
import { examplesThatShow } from '../scenarios/examples.ts'
import { readBody, sentTexts, usualEntities } from '../scenarios/post-text.ts'
import { isRefusal, isSuccess } from '../wire/status.ts'
import {
  allObserved,
  type Detection,
  type Detector,
  type Detectors,
  masked,
  type Observation,
  type Observations,
  other,
  seen,
  undetermined,
} from './detection.ts'

/** The detectors of what single writes show. */
export const writeDetectors: Detectors = {
  'create.location': ([{ exchange, kept, values }]) => {
    const { location } = exchange.reply.headers
    const id = isObject(kept) ? toPostId(kept.id) : values.id
    if (!isSuccess(exchange.reply)) return undefined
    if (location === undefined) return seen('no')
    if (/\/posts\/?$/.test(location)) return seen('list')
    if (id !== undefined && idInLocation(location) !== id)
      return other(`the Location ${location} is not that of the post`)
    return seen(/^[a-z][a-z\d+.-]*:/i.test(location) ? 'absolute' : 'yes')
  },

  'replace.missing': ([{ exchange, kept }]) => {
    const { status } = exchange.reply
    if (isRefusal(exchange.reply)) return seen(status)
    return kept === undefined || status >= 300 ? undefined : seen(`creates-${status}` as const)
  },

  'input.required': perField((refused) => refused || 'none'),
  'input.empty': perField((refused) =>
    refused === '' ? 'accepted' : refused === fieldSets.at(-1) ? 'refused' : (`${refused}-refused` as const),
  ),
  'input.invalid-status': detectInvalidStatus,
  'text.kept': detectTextKept,
}

/**
 * Detects which fields a service refuses to do without, each in its own example.
 * @param answerOf the answer, by the names of those that are refused.
 */
function perField<Answer>(answerOf: (refused: FieldSet | '') => Answer): Detector<Answer> {
  return (shown) => {
    const refused: FieldName[] = []
    for (const name of fieldNames) {
      const reply = shown.find(({ exchange }) => !sentTexts(exchange)[name])?.exchange.reply
      if (reply && isRefusal(reply)) refused.push(name)
      else if (!reply) return undetermined(`no request without a ${name} was decided`)
      else if (!isSuccess(reply))
        return other(
          `a request without a ${name} answers ${reply.status}, which is neither success nor refusal`,
        )
    }
    return seen(answerOf(refused.join('+') as FieldSet | ''))
  }
}

type FaultKind = keyof Exclude<Profile['input.invalid-status'], number>

/** The choices whose examples have a body of a kind; a number in a profile is the status of that choice alone. */
const badBodies: Readonly<Record<FaultKind, readonly ChoiceId[]>> = {
  missing: ['input.required', 'input.empty'],
  'wrong-type': ['input.wrong-type'],
  'not-allowed': ['input.unknown-fields', 'input.client-id', 'replace.body-id'],
}
const faultKinds = Object.keys(badBodies) as FaultKind[]

function detectInvalidStatus(
  _shown: unknown,
  observations: Observations,
): Detection<Profile['input.invalid-status']> {
  /** The refusals of a kind, without those to which a profile gives a status of their own. */
  const statusesOf = (kind: FaultKind, profile?: Profile) =>
    badBodies[kind]
      .filter((choice) => typeof profile?.[choice] !== 'number')
      .flatMap((choice) => allObserved(observations, examplesThatShow(choice)))
      .flatMap(({ exchange: { reply } }) => (isRefusal(reply) ? reply.status : []))
  const firsts = faultKinds.map((kind) => statusesOf(kind)[0])
  const usual = firsts.find((status) => status !== undefined)
  if (usual === undefined) return masked('no invalid body was refused')
  const [missing = usual, wrongType = usual, notAllowed = usual] = firsts
  const isOne = missing === wrongType && missing === notAllowed
  return {
    kind: 'seen',
    answer: isOne ? missing : { missing, 'wrong-type': wrongType, 'not-allowed': notAllowed },
    fits: (expected, profile) =>
      faultKinds.every((kind) => {
        const statuses = statusesOf(kind, profile)
        const status = typeof expected === 'number' ? expected : expected[kind]
        return statuses.length === 0 || statuses.includes(status)
      }),
  }
}

/** Detects the answer that explains how all accepted texts are kept. */
function detectTextKept(shown: readonly Observation[]): Detection<Profile['text.kept']> {
  const accepted = shown.filter(({ exchange }) => isSuccess(exchange.reply))
  if (accepted.length === 0) return undetermined('no text was kept')
  const texts = accepted.flatMap(keptTexts)
  const fits = (answer: Profile['text.kept']) =>
    texts.every(([sent, kept]) => {
      const text = answer === 'html-escaped' ? usualEntities(String(kept)) : kept
      return keepText(answer, sent) === text
    })
  const answer = choices['text.kept'].answers.find(fits)
  return answer === undefined ? other('no answer explains how all texts are kept') : { ...seen(answer), fits }
}

/** The texts that a write sent, and as they were kept. */
function keptTexts(observation: Observation) {
  return Object.entries(sentTexts(observation.exchange))
    .map(([field, sent]) => [sent, keptField(observation, field)] as const)
    .filter(([, kept]) => typeof kept === 'string')
}

/** A text that a write changed; undefined where it was refused, or kept all. */
export function textChange(observation: Observation) {
  const { request, reply } = observation.exchange
  if (!isSuccess(reply)) return undefined
  const [sent, kept] = keptTexts(observation).find(([before, after]) => before !== after) ?? []
  return sent === undefined ? undefined : { request, sent, kept: String(kept) }
}

/** A field of a request's post, as read afterwards, or as in the reply. */
function keptField({ kept, exchange }: Observation, field: string): unknown {
  const post = kept ?? readBody(exchange.reply.body)
  return isObject(post) && Object.hasOwn(post, field) ? post[field] : undefined
}

/** The treatment that an accepted request shows in its post. */
const accepted: { readonly [Id in ChoiceId]?: (observation: Observation) => string | undefined } = {
  'replace.body-id': () => 'ignored',
  'input.wrong-type': (each) => (keptField(each, 'title') === '7' ? 'coerced' : undefined),
  'input.unknown-fields': (each) => (keptField(each, 'mood') === 'calm' ? 'stored' : 'ignored'),
  'input.client-id': (each) => (keptField(each, 'id') === each.values.id ? 'honoured' : 'ignored'),
  'input.media-type': (each) => (keptField(each, 'content') === 'plain' ? 'accepted' : 'ignored'),
}

/** Detects how a request is treated: as its post shows, or by the status of its refusal. */
export function treatmentDetector(id: ChoiceId): Detector {
  return ([first], observations, read) => {
    const { reply } = first.exchange
    if (isSuccess(reply)) {
      const answer = accepted[id]?.(first)
      return answer === undefined ? other('no answer says how its post is kept') : seen(answer)
    }
    if (!isRefusal(reply)) return undefined
    const usual = choiceOf(id).answers.includes('refused') ? read('input.invalid-status') : undefined
    // One status, or one for each kind of fault.
    const statuses = usual?.kind === 'seen' ? [usual.answer, ...Object.values(Object(usual.answer))] : []
    const isUsual = usual && (usual.kind !== 'seen' || statuses.includes(reply.status))
    const answer = isUsual ? 'refused' : reply.status
    // A body that counts as an empty object is refused for its missing fields.
    const withoutFields = allObserved(observations, examplesThatShow('input.required'))
    const isAsEmpty = withoutFields.some(({ exchange }) => exchange.reply.status === reply.status)
    const others = id === 'input.media-type' && isAsEmpty ? ['ignored'] : []
    const fits = (expected: unknown) => [answer, reply.status, ...others].includes(expected as string)
    return { ...seen<unknown>(answer), fits }
  }
}
