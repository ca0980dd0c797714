import type { Choice, PerOperation, RefusalStatus, Word } from '../../handlers/choices/kinds.ts'
import { isPerOperation } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceOf } from '../../handlers/choices.ts'
import { fillIn } from '../document/example.ts'
import { isRefusal, isSuccess } from '../document/exchange.ts'
import {
  agrees,
  keptField,
  masked,
  type Reading,
  type Sightings,
  seen,
  type Trace,
  unknown,
  unsayable,
} from './reading.ts'
import { readTemplate } from './template-reading.ts'

/** Reads a choice of which nothing is known but its kind. @param read reads another choice. */
export function readByKind(
  id: ChoiceId,
  sightings: Sightings,
  keys: readonly string[],
  read: (id: ChoiceId) => Reading,
): Reading {
  const { kind, takes } = choiceOf(id)
  if (kind.name === 'body') return readTemplate(id, sightings, keys)
  if (kind.name === 'limit')
    return unknown('a limit shows at its edge alone, which takes many requests to find')
  const [key] = keys
  if (key === undefined) return unknown('no request of a contract shows it')
  const trace = sightings.traces.get(key)
  if (!trace) return masked(`the request "${key}" was not played`)
  const { status } = trace.exchange.reply
  const odd = unsayable(`"${key}" is answered with ${status}, which no profile can say`, trace)
  if (kind.name === 'status') return takes(status) ? seen(status, trace) : odd
  if (kind.name === 'behaviour') {
    const when = isSuccess(trace.exchange.reply)
      ? 'success'
      : isRefusal(trace.exchange.reply)
        ? 'refusal'
        : ''
    const word = kind.words.find((each) => each.when === when)
    return word ? seen(word.answer, trace) : odd
  }
  if (isRefusal(trace.exchange.reply)) return refused(trace, kind, sightings, read)
  if (!isSuccess(trace.exchange.reply)) return odd
  const word = kind.words
    .filter(({ answer }) => answer !== 'refused')
    .toSorted((one, other) => Number(!one.shows) - Number(!other.shows))
    .find((each) => shows(trace, each))
  return word ? seen(word.answer, trace) : unsayable(keptOtherwise(key, trace, kind.words), trace)
}

/** Reads what create and replace make of a choice, each off its own examples. */
export function readPerOperation(
  { shownBy = [] }: Choice<unknown>,
  readOne: (keys: readonly string[]) => Reading,
): Reading {
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

/** A refusal has the status that its choice gives it, unless it has one of its own. */
function refused(
  trace: Trace,
  { words, refusedWith }: { readonly words: readonly Word<string>[]; readonly refusedWith: RefusalStatus },
  { traces }: Sightings,
  read: (id: ChoiceId) => Reading,
): Reading {
  const { status } = trace.exchange.reply
  const isNamed = words.some(({ answer }) => answer === 'refused') && isStatusOf(refusedWith, status, read)
  const answer = isNamed ? 'refused' : status
  // A body that counts as an empty object is refused for what it lacks.
  const asEmpty = ['create/no-title', 'create/no-content'].some((key) => {
    const reply = traces.get(key)?.exchange.reply
    return reply && isRefusal(reply) && reply.status === status
  })
  const fits = (expected: unknown) =>
    expected === answer ||
    expected === status ||
    (asEmpty && words.some((word) => word.isEmptyObject && word.answer === expected))
  return { ...seen(answer, trace), fits }
}

function isStatusOf(refusedWith: RefusalStatus, status: number, read: (id: ChoiceId) => Reading): boolean {
  if (typeof refusedWith === 'number') return refusedWith === status
  const reading = read(refusedWith.choice as ChoiceId)
  if (!('answer' in reading)) return true
  const answer = reading.answer as number | Record<string, number> | PerOperation<number>
  return typeof answer === 'number' ? answer === status : Object.values(answer).includes(status)
}

/** Asks whether a post has the fields that an answer shows itself by. */
function shows(trace: Trace, { shows = {} }: Word<string>): boolean {
  return Object.entries(shows).every(([name, value]) => {
    const wanted = value === '${id}' ? trace.values.id : fillIn(String(value), { ...trace.values })
    return keptField(trace, name) === wanted
  })
}

function keptOtherwise(key: string, trace: Trace, words: readonly Word<string>[]): string {
  const [name = 'id'] = words.flatMap(({ shows = {} }) => Object.keys(shows))
  return `"${key}" is done, and ${name} is kept as ${JSON.stringify(keptField(trace, name) ?? null, (_name, value) => (typeof value === 'bigint' ? String(value) : value))}`
}
