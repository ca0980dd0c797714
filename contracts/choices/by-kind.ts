import { type ChoiceId, choiceOf } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import {
  type Detection,
  fromExample,
  keptField,
  masked,
  type Observation,
  type Observations,
  seen,
  unknown,
} from './detection.ts'
import { detectTemplate } from './template-detector.ts'

/** Detects a choice by its kind. @param read detects another choice. */
export function detectByKind(
  id: ChoiceId,
  observations: Observations,
  keys: readonly string[],
  read: (id: ChoiceId) => Detection,
): Detection {
  const { kind, answers } = choiceOf(id)
  if (kind.name === 'body') return detectTemplate(kind, observations, keys, read)
  if (keys.length === 0) return masked('no request of this run shows it')
  return fromExample((observation, { byExample }) => {
    const { reply } = observation.exchange
    if (kind.name === 'status') return seen(reply.status)
    if (isSuccess(reply)) return treated(id, observation)
    if (kind.name !== 'treatment' || !isRefusal(reply)) return undefined
    const usual = answers.includes('refused') ? read('input.invalid-status') : undefined
    const isUsual = usual && (!('answer' in usual) || statusesIn(usual.answer).includes(reply.status))
    const answer = isUsual ? 'refused' : reply.status
    // A body that counts as an empty object is refused for its missing fields.
    const isAsEmpty = ['create/no-title', 'create/no-content'].some(
      (key) => byExample.get(key)?.exchange.reply.status === reply.status,
    )
    const others = id === 'input.media-type' && isAsEmpty ? ['ignored'] : []
    const fits = (expected: unknown) => [answer, reply.status, ...others].includes(expected as string)
    return { ...seen<unknown>(answer), fits }
  })(observations, keys)
}

/** The answer of a choice for a post with a certain field after its example, and the answer for any other post. */
interface Treatment {
  readonly shows?: readonly [answer: string, field: string, value: unknown]
  readonly otherwise?: string
}

const treatments: { readonly [Id in ChoiceId]?: Treatment } = {
  'replace.body-id': { otherwise: 'ignored' },
  'input.wrong-type': { otherwise: 'coerced' },
  'input.unknown-fields': { shows: ['stored', 'mood', 'calm'], otherwise: 'ignored' },
  'input.client-id': { shows: ['honoured', 'id', '${id}'], otherwise: 'ignored' },
  'input.media-type': { shows: ['accepted', 'content', 'plain'], otherwise: 'ignored' },
}

function treated(id: ChoiceId, observation: Observation): Detection | undefined {
  const treatment = treatments[id]
  if (!treatment) return undefined
  const { shows, otherwise } = treatment
  const [answer, field = 'id', value] = shows ?? []
  const kept = keptField(observation, field)
  if (shows && kept === (value === '${id}' ? observation.values.id : value)) return seen(answer)
  if (otherwise !== undefined) return seen(otherwise)
  return unknown(`it succeeds, and ${field} is kept as ${stringifyJson(kept)}`)
}

/** The statuses in an answer. */
function statusesIn(answer: unknown): unknown[] {
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(statusesIn) : [answer]
}
