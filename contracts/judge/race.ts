import { endpoints, writeWith } from '../../handlers/endpoints.ts'
import { eachField, type FieldName, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isSafe } from '../../handlers/http/plain.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { linearize, type Operation } from '../model/linearizable.ts'
import type { View } from '../model/reference-model.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange, SentRequest } from '../scenarios/exchange.ts'
import {
  areKept,
  asList,
  asPost,
  isKept,
  listingOf,
  type ReceivedPost,
  readBody,
  sentTexts,
} from '../scenarios/post-text.ts'
import { isAbsent, isRefusal, isSuccess } from '../wire/status.ts'
import { nextPage } from '../wire/whole-list.ts'
import { ofAnother } from './attribution.ts'
import { brief } from './excerpt.ts'
import type { Place, Violation } from './finding.ts'

/** The texts of a post; undefined where it does not exist. */
type PostTexts = PostFields | undefined

/** A post that requests of several clients meet, with its texts before. */
export interface RacedPost {
  readonly id: PostId
  readonly before: PostFields
  /** Whether every write so far was visible at once. Otherwise a write may miss a post, or find it, late. */
  readonly isPrompt: boolean
  /** The views that must show what was written; what others show is not judged. */
  readonly sure: readonly View[]
  /** Whether the service refuses to replace a post that does not exist; otherwise that may create it, or do nothing. */
  readonly needsPost: boolean
}

/** What concurrent requests tell of a post. */
export interface RaceVerdict {
  /** Whether one of them wrote to it. */
  readonly isWritten: boolean
  /** The states in which they may leave it. */
  readonly states: readonly PostTexts[]
  /** The reply that no order explains. */
  readonly exchange?: Exchange
  readonly violation?: Violation
  /** The places of the requests in the longest order that fits. */
  readonly places?: ReadonlyMap<SentRequest, Place>
  /** Whether that is how they left the post. */
  readonly isLeft?: boolean
}

/** A request on a post, as an operation of its history. Without a view it is a write; `after` is the look after all. */
interface PostOperation extends Operation<PostTexts> {
  readonly exchange: Exchange
  readonly view?: View | 'after'
  readonly shown?: PostTexts
}

/** Later than every moment, and before the look after all requests. */
const eventually = Number.MAX_SAFE_INTEGER
const always = { call: 0, return: eventually }
const atLast = { call: Number.MAX_VALUE, return: Number.MAX_VALUE }

/**
 * Looks for an order of concurrent requests that explains every reply about a post, and how they left it. A write may
 * become visible later than it is answered, in each view by itself: a cache and a gateway that joins equal reads do
 * that. But no view goes back.
 *
 * @param exchanges those of the step; a reply without moments overlaps with every other.
 * @param last a look at the post after them.
 */
export function judgeRace(post: RacedPost, exchanges: readonly Exchange[], last?: Exchange): RaceVerdict {
  const writes = exchanges.flatMap((exchange) => writeOn(post, exchange) ?? [])
  const done = writes.filter(({ exchange }) => !isRefusal(exchange.reply))
  const known = [post.before, ...done.map(({ exchange }) => textsOf(exchange))]
  const isWritten = done.length > 0
  const reads = exchanges.flatMap((exchange) => readOf(post, known, exchanges, exchange) ?? [])
  const late = writes.map((each) => ({ ...each, return: Math.max(each.return, eventually) }))
  const end = last ? [readAfter(post, known, exchanges, last)] : []
  let states: readonly PostTexts[] = known.filter((state) => end.every(({ step }) => step(state).length > 0))
  for (const view of [undefined, 'read', 'list'] as const) {
    const ofView = view ? [...late, ...reads.filter((each) => each.view === view)] : writes
    const operations = [...ofView, ...end]
    const found = linearize([post.before], operations, stateText)
    const misfit = operations[found?.misfit ?? -1]
    if (found && misfit) {
      const { exchange, view } = misfit
      const violation = violationOf(post, known, misfit, exchanges)
      const places = placesOf(operations, found.order, misfit)
      return { isWritten, states, exchange, violation, places, isLeft: view === 'after' }
    }
    if (found && !view) states = found.states
  }
  return { isWritten, states }
}

/** A state as a text. */
function stateText(state: PostTexts): string {
  return state ? JSON.stringify(eachField((name) => state[name])) : 'no such post'
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
function isSameState(state: PostTexts, shown: PostTexts): boolean {
  return state && shown ? areKept(state, shown) : state === shown
}

/** A write to a post. One that fails with 5xx, or whose reply is missing, may happen at any time, or never. */
function writeOn(post: RacedPost, exchange: Exchange): PostOperation | undefined {
  const { request, reply } = exchange
  if (isSafe(request.method) || idIn(request.path) !== post.id) return undefined
  const at = reply.at ?? always
  const after = textsOf(exchange)
  const operation = (step: PostOperation['step']) => ({ exchange, ...at, step })
  if (isRefusal(reply))
    return operation((state) => (isAbsent(reply) && post.isPrompt && state ? [] : [state]))
  if (!isSuccess(reply)) return { ...operation((state) => [state, after]), return: Number.POSITIVE_INFINITY }
  return operation((state) => {
    if (state || !after) return [after]
    return post.needsPost && post.isPrompt ? [] : [state, after]
  })
}

/** The texts that a write leaves; undefined for a delete. */
function textsOf({ request }: Exchange): PostTexts {
  const sent = sentTexts({ request })
  return request.method === 'DELETE' ? undefined : eachField((name) => sent[name] ?? '')
}

/** A read that shows a post, or that it is missing. */
function readOf(
  post: RacedPost,
  known: readonly PostTexts[],
  exchanges: readonly Exchange[],
  exchange: Exchange,
): PostOperation | undefined {
  const look = shownBy(exchange, post.id)
  if (!look || !post.sure.includes(look.view)) return undefined
  const { view, received: shown } = look
  const isOther = shown !== undefined && mayBeOther(known, exchanges, shown)
  const fits = (state: PostTexts) => isSameState(state, shown) || (isOther && !state)
  const step = (state: PostTexts) => (fits(state) ? [state] : [])
  return { exchange, view, shown, ...(exchange.reply.at ?? always), step }
}

/** The look after all requests: however late a view is, it must show a state in which they may leave the post. */
function readAfter(
  post: RacedPost,
  known: readonly PostTexts[],
  exchanges: readonly Exchange[],
  last: Exchange,
): PostOperation {
  const read = readOf({ ...post, sure: ['read'] }, known, exchanges, last)
  return { ...(read ?? { exchange: last, step: () => [] }), ...atLast, view: 'after' }
}

/** Whether another post may be shown under the id of a deleted one: where ids are reused, a created one may have it. */
function mayBeOther(
  known: readonly PostTexts[],
  exchanges: readonly Exchange[],
  shown: ReceivedPost,
): boolean {
  const hasTitle = (state: PostTexts) => state !== undefined && isKept(state.title, shown.title)
  const isCreated = exchanges.some((each) => each.request.method === 'POST' && hasTitle(textsOf(each)))
  return known.includes(undefined) && (isCreated || !known.some(hasTitle))
}

/** What a read shows of a post; undefined where that is unclear: it is of another post, or only one page. */
function shownBy(
  { request: { method, path }, reply }: Exchange,
  id: PostId,
): { readonly view: View; readonly received: ReceivedPost | undefined } | undefined {
  if (method !== 'GET') return undefined
  if (path === listPath) {
    const items = reply.status === 200 && nextPage(reply) === undefined ? asList(reply.body) : undefined
    return items && { view: 'list', received: listingOf(items).get(id) }
  }
  const received = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
  return idIn(path) === id && (isAbsent(reply) || received) ? { view: 'read', received } : undefined
}

const places = { list: 'as listed between them', read: 'as read between them', after: 'as they left it' }

/** What is wrong with a request on a post that fits into no order. @param known the state before, and after each write. */
function violationOf(
  { id }: RacedPost,
  known: readonly PostTexts[],
  { view, shown, exchange }: PostOperation,
  exchanges: readonly Exchange[],
): Violation {
  const { request, reply } = exchange
  const what = 'no order of concurrent requests explains'
  if (!view) {
    const operation = writeWith(request.method) ?? 'replace'
    const sides = { expected: 'a status of success', actual: `status ${reply.status}` }
    const about = `${what} the answer to a ${operation} of post ${id}`
    return { clause: endpoints[operation].clause, alternatives: ofAnother, about, ...sides }
  }
  const isShown = (state: PostTexts) => isSameState(state, shown)
  const written = known.slice(1)
  const others = (view === 'after' ? written : known).filter((state) => !isShown(state))
  const about = `${what} post ${id}, ${places[view]}`
  const expected = [...new Set(others.map((state) => brief(stateText(state))))].join(', or ')
  const sides = { expected, actual: shown ? brief(stateText(shown)) : `status ${reply.status}` }
  const wrong = (clause: ClauseId, ...alternatives: readonly ClauseId[]): Violation => {
    return { clause, alternatives, about, ...sides }
  }
  if (view === 'after') {
    if (others.every((state) => !state))
      return wrong('delete.removes', written.some(isShown) ? 'replace.whole' : 'delete.idempotent')
    // Where others are done, these undid it.
    const areOthersDone = exchanges.some((each) => isSuccess(each.reply) && isOfOther(each, id))
    return areOthersDone
      ? wrong('others.untouched', 'replace.whole', 'replace.same-id')
      : wrong('replace.whole', 'replace.same-id', 'others.untouched')
  }
  const clause = view === 'list' ? 'list.all' : 'read.ok'
  if (known.some(isShown)) return { ...wrong(clause), about: `${about}: it goes back`, post: id }
  const has = (name: FieldName) => known.some((state) => state && shown && isKept(state[name], shown[name]))
  // It has the title of one write and the content of another.
  return { ...(fieldNames.every(has) ? wrong('replace.whole', clause) : wrong(clause)), post: id }
}

/** Whether a request writes to another post. */
function isOfOther({ request: { method, path } }: Exchange, id: PostId): boolean {
  const other = isSafe(method) ? undefined : idIn(path)
  return other !== undefined && other !== id
}

/** The places of requests in the longest order that fits, and the one that fits nowhere after it. */
function placesOf(
  operations: readonly PostOperation[],
  order: readonly number[],
  misfit: PostOperation,
): ReadonlyMap<SentRequest, Place> {
  const fitting = operations.flatMap(({ exchange }, at): [SentRequest, number][] =>
    order.includes(at) ? [[exchange.request, 1 + order.indexOf(at)]] : [],
  )
  return new Map<SentRequest, Place>([...fitting, [misfit.exchange.request, 'nowhere']])
}
