import type { Choice, PerOperation, RefusalStatus, Word } from '../../handlers/choices/kinds.ts'
import { isPerOperation } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceOf } from '../../handlers/choices.ts'
import { fillIn } from '../document/example.ts'
import { isRefusal, isSuccess } from '../document/exchange.ts'
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
  const { kind, takes } = choiceOf(id)
  if (kind.name === 'body') return detectTemplate(kind, observations, keys, read)
  if (kind.name === 'limit') return unknown('finding a limit takes many requests')
  const [key] = keys
  if (key === undefined) return unknown('no request of a contract shows it')
  const observation = observations.byExample.get(key)
  if (!observation) return masked(`the request "${key}" was not run`)
  const { status } = observation.exchange.reply
  const odd = unsayable(
    `"${key}" is answered with ${status}, which no profile has an answer for`,
    observation,
  )
  if (kind.name === 'status') return takes(status) ? seen(status, observation) : odd
  if (kind.name === 'behaviour') {
    const when = isSuccess(observation.exchange.reply)
      ? 'success'
      : isRefusal(observation.exchange.reply)
        ? 'refusal'
        : ''
    const word = kind.words.find((each) => each.when === when)
    return word ? seen(word.answer, observation) : odd
  }
  if (isRefusal(observation.exchange.reply)) return refused(observation, kind, observations, read)
  if (!isSuccess(observation.exchange.reply)) return odd
  const word = kind.words
    .filter(({ answer }) => answer !== 'refused')
    .toSorted((one, other) => Number(!one.shows) - Number(!other.shows))
    .find((each) => shows(observation, each))
  return word
    ? seen(word.answer, observation)
    : unsayable(keptOtherwise(key, observation, kind.words), observation)
}

/** Detects a choice for create and replace, each in its own examples. */
export function detectPerOperation(
  { shownBy = [] }: Choice<unknown>,
  readOne: (keys: readonly string[]) => Detection,
): Detection {
  const of = (operation: string) => readOne(shownBy.filter((key) => key.startsWith(`${operation}/`)))
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
  observation: Observation,
  { words, refusedWith }: { readonly words: readonly Word<string>[]; readonly refusedWith: RefusalStatus },
  { byExample }: Observations,
  read: (id: ChoiceId) => Detection,
): Detection {
  const { status } = observation.exchange.reply
  const isNamed = words.some(({ answer }) => answer === 'refused') && isStatusOf(refusedWith, status, read)
  const answer = isNamed ? 'refused' : status
  // A body that counts as an empty object is refused for its missing fields.
  const asEmpty = ['create/no-title', 'create/no-content', 'create/no-body'].some((key) => {
    const reply = byExample.get(key)?.exchange.reply
    return reply && isRefusal(reply) && reply.status === status
  })
  const fits = (expected: unknown) =>
    expected === answer ||
    expected === status ||
    (asEmpty && words.some((word) => word.isEmptyObject && word.answer === expected))
  return { ...seen(answer, observation), fits }
}

function isStatusOf(refusedWith: RefusalStatus, status: number, read: (id: ChoiceId) => Detection): boolean {
  if (typeof refusedWith === 'number') return refusedWith === status
  const reading = read(refusedWith.choice as ChoiceId)
  if (!('answer' in reading)) return true
  const answer = reading.answer as number | Record<string, number> | PerOperation<number>
  return typeof answer === 'number' ? answer === status : Object.values(answer).includes(status)
}

/** Whether a post has the fields of an answer. */
function shows(observation: Observation, { shows = {} }: Word<string>): boolean {
  return Object.entries(shows).every(([name, value]) => {
    const wanted =
      value === '${id}' ? observation.values.id : fillIn(String(value), { ...observation.values })
    return keptField(observation, name) === wanted
  })
}

function keptOtherwise(key: string, observation: Observation, words: readonly Word<string>[]): string {
  const [name = 'id'] = words.flatMap(({ shows = {} }) => Object.keys(shows))
  return `"${key}" succeeds, and ${name} is kept as ${JSON.stringify(keptField(observation, name) ?? null, (_name, value) => (typeof value === 'bigint' ? String(value) : value))}`
}
