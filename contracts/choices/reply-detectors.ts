import type { ExtraFieldType, ExtraFieldTypes, ReplaceMissing } from '../../handlers/choices/answers.ts'
import { comparePostIds, type PostId, toPostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { asList, idInLocation, isObject } from '../spec/post-text.ts'
import { nextPage } from '../wire/whole-list.ts'
import { type Detectors, fromExample, isSameAnswer, type Observation, seen, unknown } from './detection.ts'

/** The detectors of choices about replies. */
export const replyDetectors: Detectors = {
  'create.location': fromExample((observation) => {
    const { exchange, kept, values } = observation
    if (!isSuccess(exchange.reply)) return undefined
    const id = isObject(kept) ? toPostId(kept.id) : values.id
    const kind = locationKind(exchange.reply, id)
    const { location } = exchange.reply.headers
    return kind === 'other' ? unknown(`the Location ${location} is not that of the post`) : seen(kind)
  }),

  'replace.missing': fromExample<ReplaceMissing>((observation) => {
    const { exchange, kept } = observation
    const { status } = exchange.reply
    if (isRefusal(exchange.reply)) return seen(status)
    return kept === undefined || status >= 300 ? undefined : seen(`creates-${status}` as const)
  }),

  'list.order': ({ byExample, history }) => {
    const observation = byExample.get('list/last') ?? byExample.get('list/several')
    const ids = (observation ? postsOf(observation) : []).flatMap(({ id }) => toPostId(id) ?? [])
    if (ids.length < 3) return unknown('too few posts were listed to tell')
    // A reused id counts from its last creation. The list was read before its posts were removed.
    const created = new Map<PostId, number>()
    const latest = history.findLastIndex(({ kind }) => kind !== 'deleted')
    for (const [at, { kind, id }] of history.slice(0, latest + 1).entries())
      if (kind === 'deleted') created.delete(id)
      else created.set(id, at)
    // A broken service may list a post twice.
    const ages = [...new Set(ids)].flatMap((id) => created.get(id) ?? [])
    const orders = [
      ['id-ascending', isSorted(ids)],
      ['id-descending', isSorted(ids.toReversed())],
      ['insertion', isSorted(ages)],
    ] as const
    const fitting = orders.flatMap(([order, isFitting]) => (isFitting ? order : []))
    const all = `the list fits ${fitting.join(' and ')}`
    if (fitting.length > 1 && history.some(({ kind }) => kind === 'named')) return unknown(all)
    return {
      ...seen(fitting[0] ?? 'unordered'),
      ...(fitting.length > 1 ? { inferred: all } : {}),
      // Without an order, the list may have any by chance.
      fits: (expected) => expected === 'unordered' || fitting.some((order) => order === expected),
    }
  },

  'list.page-size': ({ byExample }) => {
    const observation = byExample.get('list/several')
    if (!observation) return unknown('no list was seen')
    const { length } = postsOf(observation)
    if (nextPage(observation.exchange.reply) !== undefined) return seen(length)
    return {
      ...seen<'none' | number>('none'),
      inferred: `a list of ${length} posts has one page`,
      fits: (expected) => expected === 'none' || expected >= length,
    }
  },

  'post.extra-fields': ({ byExample, history }) => {
    const observation = byExample.get('list/several')
    const created = new Set(history.map(({ id }) => id))
    const posts = observation ? postsOf(observation) : []
    const own = posts.filter(({ id }) => created.has(toPostId(id) ?? Number.NaN))
    const [first, ...others] = own
    if (!first) return unknown('no post of this run was listed')
    // A field that not all posts have was sent by a client.
    const names = Object.keys(first).filter(
      (name) => !postFields.includes(name) && others.every((post) => Object.hasOwn(post, name)),
    )
    const types = Object.fromEntries(names.map((name) => [name, typeOf(first[name])]))
    const namesIn = (fields: ExtraFieldTypes) => Object.keys(fields === 'none' ? {} : fields).toSorted()
    return {
      ...seen((names.length === 0 ? 'none' : types) as ExtraFieldTypes),
      fits: (expected) => isSameAnswer(namesIn(expected), names.toSorted()),
    }
  },
}

const postFields = ['id', 'title', 'content']

/** Where a Location header leads. */
function locationKind(
  { headers: { location } }: ReceivedReply,
  id: PostId | undefined,
): 'no' | 'yes' | 'absolute' | 'list' | 'other' {
  if (location === undefined) return 'no'
  if (/\/posts\/?$/.test(location)) return 'list'
  if (id !== undefined && idInLocation(location) !== id) return 'other'
  return /^[a-z][a-z\d+.-]*:/i.test(location) ? 'absolute' : 'yes'
}

/** The posts in a list. */
function postsOf({ exchange }: Observation) {
  return (asList(exchange.reply.body) ?? []).filter(isObject)
}

function isSorted(ids: readonly PostId[]): boolean {
  return ids.every((id, at) => at === 0 || comparePostIds(ids[at - 1] ?? id, id) <= 0)
}

/** The type of a value in an answer; any other is in no profile. */
function typeOf(value: unknown): ExtraFieldType | 'object' {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number' || typeof value === 'bigint')
    return toPostId(value) === undefined ? 'number' : 'integer'
  if (typeof value !== 'string') return 'object'
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? 'timestamp' : 'string'
}
