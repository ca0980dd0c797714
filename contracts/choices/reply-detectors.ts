import type { ExtraFieldType, ExtraFieldTypes } from '../../handlers/choices/answers.ts'
import { comparePostIds, type PostId, toPostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import { asList, isObject } from '../spec/post-text.ts'
import { idInLocation } from '../wire/find-id.ts'
import { nextPage } from '../wire/whole-list.ts'
import {
  among,
  type Detectors,
  fromExample,
  type Observation,
  seen,
  unknown,
  unsayable,
} from './detection.ts'

/** The detectors of choices about replies. */
export const replyDetectors: Detectors = {
  'create.location': fromExample(locationKind, strangePlace),
  'replace.missing': fromExample(({ exchange: { reply }, kept }) => {
    if (isRefusal(reply)) return reply.status
    return kept === undefined || reply.status >= 300 ? undefined : (`creates-${reply.status}` as const)
  }),
  'list.order': ({ byExample, history }) => {
    const observation = byExample.get('list/last') ?? byExample.get('list/several')
    const ids = observation && idsOf(observation)
    if (!ids || ids.length < 3) return unknown('too few posts were listed to tell', observation)
    // A reused id counts from its last creation; after its delete another client made it, at a time not known.
    const created = new Map<PostId, number>()
    // The list was read before its posts were removed.
    const latest = history.findLastIndex(({ kind }) => kind !== 'deleted')
    for (const [at, { kind, id }] of history.slice(0, latest + 1).entries())
      if (kind === 'deleted') created.delete(id)
      else created.set(id, at)
    // A broken service may list a post twice.
    const own = [...new Set(ids)].filter((id) => created.has(id))
    const fitting = new Set<string>()
    if (isSorted(ids, comparePostIds)) fitting.add('id-ascending')
    if (isSorted(ids, (left, right) => comparePostIds(right, left))) fitting.add('id-descending')
    const byCreation = (left: PostId, right: PostId) => (created.get(left) ?? 0) - (created.get(right) ?? 0)
    if (isSorted(own, byCreation)) fitting.add('insertion')
    // A post that a replace made again may have its old place.
    const isAgain = (id: PostId) => {
      const first = history.findIndex((event) => event.id === id)
      return history.some((event, at) => at > first && event.kind === 'named' && event.id === id)
    }
    const once = own.filter((id) => !isAgain(id))
    if (fitting.size === 0 && once.length > 2 && isSorted(once, byCreation)) fitting.add('insertion')
    const isOpen = fitting.size > 1 && history.some(({ kind }) => kind === 'named')
    if (isOpen) return unknown(`the list fits ${[...fitting].join(' and ')}`, observation)
    const answer =
      among(['id-ascending', 'id-descending', 'insertion'], [...fitting][0]) ?? ('unordered' as const)
    const doubt = fitting.size > 1 ? { inferred: `the list fits ${[...fitting].join(' and ')}` } : {}
    return {
      ...seen(answer, observation),
      ...doubt,
      // Without an order, the list may have any by chance.
      fits: (expected: string) => expected === 'unordered' || fitting.has(expected),
    }
  },
  'list.page-size': ({ byExample }) => {
    const observation = byExample.get('list/several')
    const posts = observation && asList(observation.exchange.reply.body)
    if (!posts) return unknown('no list was seen', observation)
    const { length } = posts
    if (nextPage(observation.exchange.reply) !== undefined) return seen(length, observation)
    return {
      ...seen<'none' | number>('none', observation),
      inferred: `a list of ${length} posts has one page`,
      fits: (expected) => expected === 'none' || expected >= length,
    }
  },
  'post.extra-fields': ({ byExample, history }) => {
    const observation = byExample.get('list/several')
    const created = new Set(history.map(({ id }) => id))
    const posts = ((observation && asList(observation.exchange.reply.body)) ?? []).filter(isObject)
    const own = posts.filter((post) => created.has(toPostId(post.id) ?? Number.NaN))
    const [first, ...others] = own
    if (!first) return unknown('no post of this run was listed', observation)
    // A field that not all posts have was sent by a client.
    const names = Object.keys(first).filter(
      (name) =>
        !['id', 'title', 'content'].includes(name) && others.every((post) => Object.hasOwn(post, name)),
    )
    const types = names.map((name) => [name, typeOfAll(own.map((post) => post[name]))] as const)
    const strange = types.find(([, type]) => type === undefined)
    if (strange)
      return unsayable(`the field ${strange[0]} has a type that a profile cannot have`, observation)
    const answer =
      types.length === 0 ? ('none' as const) : (Object.fromEntries(types) as Record<string, ExtraFieldType>)
    return { ...seen<ExtraFieldTypes>(answer, observation), fits: (expected) => sameFields(expected, answer) }
  },
}

/** The form of a Location header; undefined where it does not lead to the post. */
function locationKind({ exchange: { reply }, kept, values }: Observation): LocationKind | undefined {
  const { location } = reply.headers
  if (!isSuccess(reply)) return undefined
  if (location === undefined) return 'no'
  if (/\/posts\/?$/.test(location)) return 'list'
  const id = isObject(kept) ? toPostId(kept.id) : values.id
  if (id !== undefined && idInLocation(location) !== id) return undefined
  return /^[a-z][a-z\d+.-]*:/i.test(location) ? 'absolute' : 'yes'
}

function strangePlace({ exchange: { request, reply } }: Observation): string {
  const { location } = reply.headers
  const place = location === undefined ? '' : ` with the Location ${location}, which is not that of the post`
  return `${request.method} ${request.path} answers ${reply.status}${place}`
}

type LocationKind = 'no' | 'yes' | 'absolute' | 'list'

function idsOf({ exchange }: Observation): PostId[] {
  return (asList(exchange.reply.body) ?? []).flatMap((post) =>
    isObject(post) ? (toPostId(post.id) ?? []) : [],
  )
}

function isSorted<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number): boolean {
  return items.every((item, at) => at === 0 || compare(items[at - 1] ?? item, item) <= 0)
}

/** The common type of a field's values, null not counted. */
function typeOfAll(values: readonly unknown[]): ExtraFieldType | undefined {
  const types = new Set(values.filter((value) => value !== null).map(typeOf))
  const [only] = types
  if (types.size < 2) return only
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'number'
  return types.size === 2 && types.has('timestamp') && types.has('string') ? 'string' : undefined
}

function typeOf(value: unknown): ExtraFieldType | undefined {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number' || typeof value === 'bigint')
    return toPostId(value) === undefined ? 'number' : 'integer'
  if (typeof value !== 'string') return undefined
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? 'timestamp' : 'string'
}

/** Compares fields; all values of a number may happen to be integers. */
function sameFields(expected: ExtraFieldTypes, seenTypes: ExtraFieldTypes): boolean {
  const [wanted, found] = [expected, seenTypes].map((types) => (types === 'none' ? {} : types)) as [
    Record<string, string>,
    Record<string, string>,
  ]
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)])
  return [...names].every(
    (name) => wanted[name] === found[name] || (wanted[name] === 'number' && found[name] === 'integer'),
  )
}
