import { isPerOperation, type PerOperation } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceOf, isPermitted } from '../../handlers/choices.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import {
  agrees,
  type Detection,
  keptField,
  masked,
  type Observation,
  type Observations,
  seen,
  unknown,
  unsayable,
} from './detection.ts'
import { detectTemplate } from './template-detector.ts'

/** Detects a choice by its kind. @param read detects another choice. */
export function detectByKind(
  id: ChoiceId,
  observations: Observations,
  keys: readonly string[],
  read: (id: ChoiceId) => Detection,
): Detection {
  const { kind } = choiceOf(id)
  if (kind.name === 'body') return detectTemplate(kind, observations, keys, read)
  if (kind.name === 'limit') return unknown('finding a limit takes many requests')
  const [key] = keys
  if (key === undefined) return unknown('no request of a contract shows it')
  const observation = observations.byExample.get(key)
  if (!observation) return masked(`the request "${key}" was not run`)
  const { reply } = observation.exchange
  const odd = unsayable(
    `"${key}" is answered with ${reply.status}, which no profile has an answer for`,
    observation,
  )
  if (kind.name === 'status') return isPermitted(id, reply.status) ? seen(reply.status, observation) : odd
  const treatment = treatments[id]
  if (!treatment || kind.name !== 'treatment') return odd
  if (isRefusal(reply)) return refused(id, observation, kind.refusedWith, observations, read)
  return isSuccess(reply) ? treated(key, observation, treatment) : odd
}

/** The answer of a choice for a post with a certain field after its example, and the answer for any other post. */
interface Treatment {
  readonly shows?: readonly [answer: string, field: string, value: unknown]
  readonly otherwise?: string
}

const treatments: { readonly [Id in ChoiceId]?: Treatment } = {
  'replace.body-id': { otherwise: 'ignored' },
  'input.wrong-type': { shows: ['coerced', 'title', '7'] },
  'input.unknown-fields': { shows: ['stored', 'mood', 'calm'], otherwise: 'ignored' },
  'input.client-id': { shows: ['honoured', 'id', '${id}'], otherwise: 'ignored' },
  'input.media-type': { shows: ['accepted', 'content', 'plain'], otherwise: 'ignored' },
}

function treated(key: string, observation: Observation, { shows, otherwise }: Treatment): Detection {
  const [answer, field = 'id', value] = shows ?? []
  const kept = keptField(observation, field)
  if (shows && kept === (value === '${id}' ? observation.values.id : value)) return seen(answer, observation)
  if (otherwise !== undefined) return seen(otherwise, observation)
  const text = JSON.stringify(kept ?? null, (_name, each) => (typeof each === 'bigint' ? String(each) : each))
  return unsayable(`"${key}" succeeds, and ${field} is kept as ${text}`, observation)
}

/** Detects a choice for create and replace, each in its own examples. */
export function detectPerOperation(
  keys: readonly string[],
  readOne: (keys: readonly string[]) => Detection,
): Detection {
  const of = (operation: string) => readOne(keys.filter((key) => key.startsWith(`${operation}/`)))
  const [create, replace] = [of('create'), of('replace')]
  if (!('answer' in replace)) return create
  if (!('answer' in create)) return create
  const isSame = agrees(create, replace.answer) && agrees(replace, create.answer)
  const answer = isSame ? create.answer : { create: create.answer, replace: replace.answer }
  const fits = (expected: unknown, profile?: Profile) => {
    const both = isPerOperation(expected) ? expected : { create: expected, replace: expected }
    return agrees(create, both.create, profile) && agrees(replace, both.replace, profile)
  }
  return { ...create, answer, fits, evidence: [...create.evidence, ...(isSame ? [] : replace.evidence)] }
}

/** A refusal with the status of its choice is `refused`; with another, that status. */
function refused(
  id: ChoiceId,
  observation: Observation,
  refusedWith: string | undefined,
  { byExample }: Observations,
  read: (id: ChoiceId) => Detection,
): Detection {
  const { status } = observation.exchange.reply
  const isNamed = refusedWith !== undefined && isStatusOf(refusedWith as ChoiceId, status, read)
  const answer = isNamed ? 'refused' : status
  // A body that counts as an empty object is refused for its missing fields.
  const asEmpty =
    id === 'input.media-type' &&
    ['create/no-title', 'create/no-content'].some((key) => {
      const reply = byExample.get(key)?.exchange.reply
      return reply && isRefusal(reply) && reply.status === status
    })
  const fits = (expected: unknown) =>
    expected === answer || expected === status || (asEmpty && expected === 'ignored')
  return { ...seen(answer, observation), fits }
}

function isStatusOf(choice: ChoiceId, status: number, read: (id: ChoiceId) => Detection): boolean {
  const reading = read(choice)
  if (!('answer' in reading)) return true
  const answer = reading.answer as number | Record<string, number> | PerOperation<number>
  return typeof answer === 'number' ? answer === status : Object.values(answer).includes(status)
}
