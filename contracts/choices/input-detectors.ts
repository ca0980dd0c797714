import type { InvalidStatus } from '../../handlers/choices/answers.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { namedChanges, type TextChange } from '../spec/text-changes.ts'
import { texts } from '../spec/texts.ts'
import {
  type Detection,
  type Detector,
  type Detectors,
  keptField,
  masked,
  type Observation,
  type Observations,
  seen,
  unknown,
} from './detection.ts'

/** The detectors of choices about input. */
export const inputDetectors: Detectors = {
  'input.required': perField({
    both: 'title+content',
    title: 'title',
    content: 'content',
    none: 'none',
  }),
  'input.empty': perField({
    both: 'refused',
    title: 'title-refused',
    content: 'content-refused',
    none: 'accepted',
  }),
  'input.invalid-status': detectInvalidStatus,
  'text.kept': detectTextKept,
}

/** Detects whether a title and a content are refused, each in its own example. */
function perField<const Answer>(
  answers: Readonly<Record<'both' | 'title' | 'content' | 'none', Answer>>,
): Detector<Answer> {
  return ({ byExample }, keys) => {
    const shown = ['title', 'content'].map((field) =>
      byExample.get(keys.find((key) => key.endsWith(field)) ?? ''),
    )
    const [title, content] = shown.map((each) => each?.exchange.reply)
    if (!title || !content) return masked('one of its requests was not run')
    if (![title, content].every((reply) => isRefusal(reply) || isSuccess(reply)))
      return unknown('a request without a value neither succeeded nor was refused')
    const whole = isRefusal(content) ? 'both' : 'title'
    return seen(answers[isRefusal(title) ? whole : isRefusal(content) ? 'content' : 'none'])
  }
}

type FaultKind = keyof Exclude<InvalidStatus, number>

/** Invalid bodies, some with a choice that may give their refusal another status. */
const badBodies: readonly (readonly [kind: FaultKind, key: string, choice?: ChoiceId])[] = [
  ['missing', 'create/no-title'],
  ['missing', 'create/no-content'],
  ['missing', 'create/empty-title'],
  ['missing', 'create/empty-content'],
  ['wrong-type', 'create/title-number', 'input.wrong-type'],
  ['not-allowed', 'create/unknown-field', 'input.unknown-fields'],
  ['not-allowed', 'create/client-id', 'input.client-id'],
  ['not-allowed', 'replace/body-id', 'replace.body-id'],
]
const faultKinds = ['missing', 'wrong-type', 'not-allowed'] as const

function detectInvalidStatus({ byExample }: Observations): ReturnType<Detector<InvalidStatus>> {
  /** The refusals of a kind, without those to which a profile gives a status of their own. */
  const refusalsOf = (kind: FaultKind, profile?: Profile) =>
    badBodies.flatMap(([each, key, choice]) => {
      const observation = byExample.get(key)
      const hasOwn = choice !== undefined && typeof profile?.[choice] === 'number'
      const isMeant = each === kind && !hasOwn && observation && isRefusal(observation.exchange.reply)
      return isMeant ? observation : []
    })
  const firsts = faultKinds.map((kind) => refusalsOf(kind)[0])
  const usual = firsts.find((each) => each !== undefined)
  if (!usual) return masked('no invalid body was refused')
  const statuses = firsts.map((each) => (each ?? usual).exchange.reply.status)
  const [missing = 0, wrongType = 0, notAllowed = 0] = statuses
  const unseen = faultKinds.filter((_kind, at) => !firsts[at])
  const answer =
    new Set(statuses).size === 1 ? missing : { missing, 'wrong-type': wrongType, 'not-allowed': notAllowed }
  return {
    ...seen<InvalidStatus>(answer),
    ...(unseen.length > 0 ? { inferred: `no body that is ${unseen.join(' or ')} was refused` } : {}),
    fits: (expected, profile) =>
      faultKinds.every((kind) => {
        const refused = refusalsOf(kind, profile).map(({ exchange }) => exchange.reply.status)
        return (
          refused.length === 0 || refused.includes(typeof expected === 'number' ? expected : expected[kind])
        )
      }),
  }
}

function detectTextKept(
  { byExample }: Observations,
  [first = '']: readonly string[],
): Detection<TextChange | 'verbatim'> {
  const [operation] = first.split('/')
  const accepted = Object.keys(texts)
    .flatMap((name) => byExample.get(`${operation}/${name}`) ?? [])
    .filter(({ exchange }) => isSuccess(exchange.reply))
  if (accepted.length === 0) return unknown('no text was kept')
  const changed = accepted.filter((each) => changesIn(each).length > 0)
  const [change = 'verbatim', ...others] = new Set(changed.flatMap(changesIn))
  if (change === 'unknown' || others.includes('unknown')) return unknown('a text change breaks a clause')
  if (others.length > 0)
    return unknown(`the provider makes several changes: ${[change, ...others].join(', ')}`)
  return seen(change)
}

/** How the texts of an accepted write were changed. */
function changesIn(observation: Observation): (TextChange | 'unknown')[] {
  const sent = readBody(observation.exchange.request.body ?? '')
  return (['title', 'content'] as const).flatMap((field): readonly (TextChange | 'unknown')[] => {
    const [before, after] = [isObject(sent) ? sent[field] : undefined, keptField(observation, field)]
    if (typeof before !== 'string' || typeof after !== 'string') return []
    return namedChanges(before, after) ?? ['unknown']
  })
}
