import type { ExtraFieldType, ExtraFieldTypes, ReplaceMissing } from '../../handlers/choices/answers.ts'
import { isSameAnswer } from '../../handlers/choices.ts'
import { comparePostIds, type PostId, toPostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { asList, isObject } from '../spec/post-text.ts'
import { idInLocation } from '../wire/find-id.ts'
import { nextPage } from '../wire/whole-list.ts'
import { type Detectors, fromExample, type Observation, seen, unknown, unsayable } from './detection.ts'

/** The detectors of choices about replies. */
export const replyDetectors: Detectors = {
  'create.location': fromExample((observation) => {
    const { exchange, kept, values } = observation
    if (!isSuccess(exchange.reply)) return undefined
    const id = isObject(kept) ? toPostId(kept.id) : values.id
    const kind = locationKind(exchange.reply, id)
    const { location } = exchange.reply.headers
    return kind === 'other'
      ? unsayable(`the Location ${location} is not that of the post`, observation)
      : seen(kind, observation)
  }),

  'replace.missing': fromExample<ReplaceMissing>((observation) => {
    const { exchange, kept } = observation
    const { status } = exchange.reply
    if (isRefusal(exchange.reply)) return seen(status, observation)
    return kept === undefined || status >= 300 ? undefined : seen(`creates-${status}` as const, observation)
  }),

  'list.order': ({ byExample, history }) => {
    const observation = byExample.get('list/last') ?? byExample.get('list/several')
    const ids = observation ? idsOf(observation) : []
    if (ids.length < 3) return unknown('too few posts were listed to tell', observation)
    // A reused id counts from its last creation; after its delete another client made it, at a time not known.
    const created = new Map<PostId, number>()
    const again = new Set<PostId>()
    // The list was read before its posts were removed.
    const latest = history.findLastIndex(({ kind }) => kind !== 'deleted')
    for (const [at, { kind, id }] of history.slice(0, latest + 1).entries()) {
      if (kind === 'named' && history.findIndex((event) => event.id === id) < at) again.add(id)
      if (kind === 'deleted') created.delete(id)
      else created.set(id, at)
    }
    // A broken service may list a post twice.
    const own = [...new Set(ids)].filter((id) => created.has(id))
    const byCreation = (left: PostId, right: PostId) => (created.get(left) ?? 0) - (created.get(right) ?? 0)
    // A post that a replace made again may have its old place.
    const once = own.filter((id) => !again.has(id))
    const isByCreation = isSorted(own, byCreation)
    const fitting = [
      ...(isSorted(ids, comparePostIds) ? (['id-ascending'] as const) : []),
      ...(isSorted(ids, (left, right) => comparePostIds(right, left)) ? (['id-descending'] as const) : []),
      ...(isByCreation ? (['insertion'] as const) : []),
    ]
    if (fitting.length === 0 && once.length > 2 && isSorted(once, byCreation)) fitting.push('insertion')
    const all = `the list fits ${fitting.join(' and ')}`
    if (fitting.length > 1 && history.some(({ kind }) => kind === 'named')) return unknown(all, observation)
    return {
      ...seen(fitting[0] ?? 'unordered', observation),
      ...(fitting.length > 1 ? { inferred: all } : {}),
      // Without an order, the list may have any by chance.
      fits: (expected) => expected === 'unordered' || fitting.some((each) => each === expected),
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
    const answer: ExtraFieldTypes =
      types.length === 0 ? 'none' : (Object.fromEntries(types) as Record<string, ExtraFieldType>)
    return { ...seen(answer, observation), fits: (expected) => isSameAnswer(loose(expected), loose(answer)) }
  },
}

/** Where a Location header leads. */
export function locationKind(
  { headers: { location } }: ReceivedReply,
  id: PostId | undefined,
): 'no' | 'yes' | 'absolute' | 'list' | 'other' {
  if (location === undefined) return 'no'
  if (/\/posts\/?$/.test(location)) return 'list'
  if (id !== undefined && idInLocation(location) !== id) return 'other'
  return /^[a-z][a-z\d+.-]*:/i.test(location) ? 'absolute' : 'yes'
}

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

/** The fields with integers as numbers: all values of a number may happen to be integers. */
function loose(fields: ExtraFieldTypes): unknown {
  const entries = fields === 'none' ? [] : Object.entries(fields)
  return Object.fromEntries(entries.map(([name, type]) => [name, type === 'integer' ? 'number' : type]))
}
