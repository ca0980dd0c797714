import type { InvalidStatus } from '../../handlers/choices/answers.ts'
import { type Profile, profileFor } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { texts } from '../spec/examples/texts.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { namedChanges, type TextChange } from '../spec/text-changes.ts'
import {
  type Detector,
  type Detectors,
  keptField,
  masked,
  type Observation,
  seen,
  unknown,
  unsayable,
} from './detection.ts'

/** The detectors of choices about input. */
export const inputDetectors: Detectors = {
  'input.required': perField('without', {
    both: 'title+content',
    title: 'title',
    content: 'content',
    none: 'none',
  }),
  'input.empty': perField('with an empty', {
    both: 'refused',
    title: 'title-refused',
    content: 'content-refused',
    none: 'accepted',
  }),
  'input.invalid-status': readInvalidStatus,
  'text.kept': ({ byExample }, [first = '']) => {
    const [operation] = first.split('/')
    const kept = texts.flatMap(({ name }) => {
      const observation = byExample.get(`${operation}/${name}`)
      return observation
        ? (['title', 'content'] as const).flatMap((field) => changesOf(observation, field))
        : []
    })
    const changed = kept.filter(({ changes }) => changes === undefined || changes.length > 0)
    const all = new Set(
      changed.flatMap(({ changes }): readonly (TextChange | undefined)[] => changes ?? [undefined]),
    )
    const evidence = changed.map(({ observation }) => observation)
    if (kept.length === 0) return unknown('no text was kept')
    if (all.has(undefined)) return unsayable('a text change breaks a clause', ...evidence)
    if (all.size > 1)
      return unsayable(`the provider makes several changes: ${[...all].join(', ')}`, ...evidence)
    return seen(
      [...all][0] ?? ('verbatim' as const),
      ...(evidence.length > 0 ? evidence : kept.map(({ observation }) => observation).slice(0, 1)),
    )
  },
}

interface FieldChanges {
  readonly observation: Observation
  readonly changes: readonly TextChange[] | undefined
}

function changesOf(observation: Observation, field: 'title' | 'content'): FieldChanges[] {
  const sent = readBody(observation.exchange.request.body ?? '')
  const kept = keptField(observation, field)
  if (
    !isSuccess(observation.exchange.reply) ||
    !isObject(sent) ||
    typeof sent[field] !== 'string' ||
    typeof kept !== 'string'
  )
    return []
  return [{ observation, changes: namedChanges(sent[field], kept) }]
}

/** Detects whether a title and a content are refused, each in its own example. */
function perField<const Answer>(
  what: string,
  answers: Readonly<Record<'both' | 'title' | 'content' | 'none', Answer>>,
): Detector<Answer> {
  return ({ byExample }, keys) => {
    const shown = ['title', 'content'].map((field) =>
      byExample.get(keys.find((key) => key.endsWith(field)) ?? ''),
    )
    const refuses = refusals(...shown)
    if (!refuses)
      return unsayable(`a request ${what} title or content neither succeeded nor was refused`, ...shown)
    const [title, content] = refuses
    return seen(
      title ? (content ? answers.both : answers.title) : content ? answers.content : answers.none,
      ...shown,
    )
  }
}

/** Whether each request was refused; undefined where one failed otherwise. */
function refusals(...byExample: (Observation | undefined)[]): boolean[] | undefined {
  const replies = byExample.flatMap((observation) => (observation ? [observation.exchange.reply] : []))
  if (replies.length < byExample.length || replies.some((reply) => !isRefusal(reply) && !isSuccess(reply)))
    return undefined
  return replies.map(isRefusal)
}

type FaultKind = keyof Exclude<InvalidStatus, number>

/** Invalid bodies, each with the choice that may give its refusal another status. */
const badBodies: Readonly<Record<FaultKind, readonly (readonly [key: string, choice?: ChoiceId])[]>> = {
  missing: [['create/no-title'], ['create/no-content'], ['create/empty-title'], ['create/empty-content']],
  'wrong-type': [
    ['create/title-number', 'input.wrong-type'],
    ['create/title-array', 'input.wrong-type'],
  ],
  'not-allowed': [
    ['create/unknown-field', 'input.unknown-fields'],
    ['create/client-id', 'input.client-id'],
    ['replace/body-id', 'replace.body-id'],
  ],
}

function readInvalidStatus({ byExample }: Parameters<Detector>[0]): ReturnType<Detector<InvalidStatus>> {
  const kinds = Object.keys(badBodies) as FaultKind[]
  const refusedAs = (kind: FaultKind, profile?: Profile) =>
    badBodies[kind].flatMap(([key, choice]) => {
      const observation = byExample.get(key)
      const plain = profile && profileFor(profile, key.startsWith('create') ? 'create' : 'replace')
      const hasOwn = choice !== undefined && typeof plain?.[choice] === 'number'
      return observation && isRefusal(observation.exchange.reply) && !hasOwn ? [observation] : []
    })
  const found = new Map(kinds.map((kind) => [kind, refusedAs(kind)]))
  const all = [...found.values()].flat()
  const [first] = all
  if (!first) return masked('no invalid body was refused')
  // Single bodies may have another status: the most frequent one is the kind's.
  const statusOf = (kind: FaultKind) => mostCommon(found.get(kind) ?? []) ?? first.exchange.reply.status
  const each = {
    missing: statusOf('missing'),
    'wrong-type': statusOf('wrong-type'),
    'not-allowed': statusOf('not-allowed'),
  }
  const answer: InvalidStatus = new Set(Object.values(each)).size === 1 ? each.missing : each
  const fits = (expected: InvalidStatus, profile?: Profile) =>
    kinds.every((kind) => {
      const wanted = typeof expected === 'number' ? expected : expected[kind]
      const refused = refusedAs(kind, profile)
      return refused.length === 0 || refused.some(({ exchange }) => exchange.reply.status === wanted)
    })
  const unseen = kinds.filter((kind) => found.get(kind)?.length === 0)
  const doubt = unseen.length > 0 ? { inferred: `no body that is ${unseen.join(' or ')} was refused` } : {}
  const evidence = kinds.flatMap((kind) => found.get(kind)?.[0] ?? [])
  return { ...seen(answer, ...evidence), ...doubt, fits }
}

function mostCommon(byExample: readonly Observation[]): number | undefined {
  const counts = Map.groupBy(byExample, ({ exchange }) => exchange.reply.status)
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}
