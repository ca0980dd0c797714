import type { ExtraFieldType, ExtraFieldTypes, replyChoices } from '../../handlers/choices/reply-choices.ts'
import { comparePostIds, type PostId, toPostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess } from '../document/exchange.ts'
import { asList, isObject, readBody } from '../document/post-text.ts'
import { readErrorBody } from './error-reading.ts'
import { among, fromExample, outcome, type Readers, seen, type Trace, unknown } from './reading.ts'

/** How each choice about replies is read. */
export const replyReadings: Readers<keyof typeof replyChoices> = {
  'error.body': readErrorBody,
  'list.order': ({ traces, history }) => {
    const trace = traces.get('list/last') ?? traces.get('list/several')
    const ids = trace && idsOf(trace)
    if (!ids || ids.length < 3) return unknown('too few posts were listed to tell', trace)
    // An id that was given out again counts from the last time.
    const created = new Map(
      history.filter(({ kind }) => kind !== 'deleted').map(({ id }, at) => [id, at] as const),
    )
    // A broken service may list a post twice.
    const own = [...new Set(ids)].filter((id) => created.has(id))
    const fitting = new Set<string>()
    if (isSorted(ids, comparePostIds)) fitting.add('id-ascending')
    if (isSorted(ids, (left, right) => comparePostIds(right, left))) fitting.add('id-descending')
    if (isSorted(own, (left, right) => (created.get(left) ?? 0) - (created.get(right) ?? 0)))
      fitting.add('insertion')
    const isOpen = fitting.size > 1 && history.some(({ kind }) => kind === 'named')
    if (isOpen) return unknown(`the list is ${[...fitting].join(' and ')} at once`, trace)
    const answer =
      among(['id-ascending', 'id-descending', 'insertion'], [...fitting][0]) ?? ('unordered' as const)
    const doubt = fitting.size > 1 ? { inferred: `it is ${[...fitting].join(' and ')} at once` } : {}
    return {
      ...seen(answer, trace),
      ...doubt,
      fits: (expected: string) => (fitting.size === 0 ? expected === 'unordered' : fitting.has(expected)),
    }
  },
  'list.query': fromExample('beside/list-query', queryAnswer),
  'post.extra-fields': ({ traces, history }) => {
    const trace = traces.get('list/several')
    const created = new Set(history.map(({ id }) => id))
    const posts = ((trace && asList(trace.exchange.reply.body)) ?? []).filter(isObject)
    const own = posts.filter((post) => created.has(toPostId(post.id) ?? Number.NaN))
    const [first, ...others] = own
    if (!first) return unknown('no post of this run was listed', trace)
    // A field that not all have is none of the service, but one that a client sent.
    const names = Object.keys(first).filter(
      (name) =>
        !['id', 'title', 'content'].includes(name) && others.every((post) => Object.hasOwn(post, name)),
    )
    const types = names.map((name) => [name, typeOfAll(own.map((post) => post[name]))] as const)
    const strange = types.find(([, type]) => type === undefined)
    if (strange) return unknown(`the field ${strange[0]} is of a type that a profile cannot name`, trace)
    const answer =
      types.length === 0 ? ('none' as const) : (Object.fromEntries(types) as Record<string, ExtraFieldType>)
    return { ...seen<ExtraFieldTypes>(answer, trace), fits: (expected) => sameFields(expected, answer) }
  },
  'wire.charset': fromExample('list/several', ({ exchange: { reply } }) => {
    const charset = reply.headers['content-type']?.match(/charset="?([\w-]+)/i)?.[1]?.toLowerCase()
    return charset === undefined ? 'none' : among(['utf-8'], charset)
  }),
  'wire.accept': fromExample(
    'beside/accept',
    ({ exchange: { reply } }) =>
      reply.status === 200 && isObject(readBody(reply.body)) ? 'ignored' : among([406], reply.status),
    ({ exchange: { reply } }) =>
      `a client that takes image/png alone gets ${reply.status} and ${reply.headers['content-type'] ?? 'no media type'}`,
  ),
  'input.unexpected': fromExample('beside/body-on-delete', (trace) =>
    outcome(trace, 'ignored', trace.exchange.reply.status === 400 ? 'refused' : undefined),
  ),
  'input.query': fromExample('beside/read-query', queryAnswer),
  'method.other': fromExample(
    'beside/patch',
    ({ exchange }) => among([405, 404, 501], exchange.reply.status),
    ({ exchange: { reply } }) =>
      `PATCH is ${isSuccess(reply) ? 'done and ' : ''}answered with ${reply.status}`,
  ),
  'method.head': fromExample('beside/head', ({ exchange: { reply } }) =>
    reply.status === 200 ? 'as-get' : among([405, 404, 501], reply.status) ? 'as-other' : undefined,
  ),
  'method.options': fromExample('beside/options', ({ exchange: { reply } }) => {
    if (isSuccess(reply)) return reply.headers.allow === undefined ? undefined : 'allow'
    return among([405, 404, 501], reply.status) ? 'as-other' : undefined
  }),
  'path.unknown': fromExample('beside/unknown-path', ({ exchange: { reply } }) =>
    isRefusal(reply) ? reply.status : undefined,
  ),
  'path.trailing-slash': fromExample('beside/trailing-slash', ({ exchange: { reply } }) =>
    reply.status === 200 ? 'served' : isRefusal(reply) ? 'unknown' : undefined,
  ),
  'cors.origins': () => unknown('the requests of a contract come from no page'),
}

function queryAnswer({ exchange: { reply } }: Trace): 'ignored' | 'refused' | undefined {
  return reply.status === 200 ? 'ignored' : reply.status === 400 ? 'refused' : undefined
}

function idsOf({ exchange }: Trace): PostId[] {
  return (asList(exchange.reply.body) ?? []).flatMap((post) =>
    isObject(post) ? (toPostId(post.id) ?? []) : [],
  )
}

function isSorted<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number): boolean {
  return items.every((item, at) => at === 0 || compare(items[at - 1] ?? item, item) <= 0)
}

/** The type that a field has in all of some posts; those where it is null do not count. */
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

/** A number may happen to be whole. */
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
