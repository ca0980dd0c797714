import { eachField, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { type Linearization, linearize, type Operation } from '../model/linearizable.ts'
import type { View } from '../model/reference-model.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { Exchange } from '../scenarios/exchange.ts'
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

/** The texts of a post; undefined where it does not exist. */
export type PostTexts = PostFields | undefined

/** A post that requests of several clients meet. */
export interface Contested {
  readonly id: PostId
  readonly before: PostTexts
  /** What created it, if one of the requests did. */
  readonly create?: Exchange
  /** Whether every write so far was visible at once. Otherwise a write may miss a post, or find it, late. */
  readonly isPrompt: boolean
  /** The views that are prompt, and showed it right before; others may show each of its versions. */
  readonly sure: ReadonlySet<View>
  readonly versions: readonly PostFields[]
  /** The texts of posts that were created beside: where ids are reused, they may have its id once it is deleted. */
  readonly created: readonly PostFields[]
  /** Whether the service refuses to replace a post that does not exist; otherwise that may create it, or do nothing. */
  readonly needsPost: boolean
}

/** A request on a post, as an operation of its history. Without a view it is a write; `after` is the look after all. */
interface PostOperation extends Operation<PostTexts> {
  readonly exchange: Exchange
  readonly view?: View | 'after'
  readonly shown?: PostTexts
}

/** A request that fits nowhere, its history, and the longest order of that which fits. */
export interface Misfit extends Pick<Linearization<PostTexts>, 'order'> {
  readonly operation: PostOperation
  readonly operations: readonly PostOperation[]
}

/** What concurrent requests tell of a post. */
export interface RaceVerdict {
  /** The states that it may have had before, and after each write. */
  readonly known: readonly PostTexts[]
  /** Those in which the requests may leave it. */
  readonly states: readonly PostTexts[]
  readonly misfit?: Misfit
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
export function judgeRace(post: Contested, exchanges: readonly Exchange[], last?: Exchange): RaceVerdict {
  const writes = exchanges.flatMap((exchange) => writeOn(post, exchange) ?? [])
  const done = writes.filter(({ exchange }) => !isRefusal(exchange.reply))
  const known = [post.before, ...done.map(({ exchange }) => textsOf(exchange))]
  const reads = exchanges.flatMap((exchange) => readOf(post, known, exchange) ?? [])
  const late = writes.map((each) => ({ ...each, return: Math.max(each.return, eventually) }))
  const end = last ? [lookAfter(post, known, last)] : []
  let states = known.filter((state) => end.every(({ step }) => step(state).length > 0))
  for (const view of [undefined, 'read', 'list'] as const) {
    const ofView = view ? [...late, ...reads.filter((each) => each.view === view)] : writes
    const operations = [...ofView, ...end]
    const found = linearize([post.before], operations, stateText)
    const operation = operations[found?.misfit ?? -1]
    if (found && operation)
      return { known, states: known, misfit: { operation, operations, order: found.order } }
    const isFinal = (state: PostTexts) =>
      found?.states.some((other) => stateText(other) === stateText(state)) ?? true
    states = states.filter(isFinal)
  }
  return { known, states }
}

/** A state as a text. */
export function stateText(state: PostTexts): string {
  return state ? JSON.stringify(eachField((name) => state[name])) : 'no such post'
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
export function isSameState(state: PostTexts, shown: PostTexts): boolean {
  return state && shown ? areKept(state, shown) : state === shown
}

/** Whether another post is shown under the id of a deleted one. */
function isOther(
  { created }: Pick<Contested, 'created'>,
  known: readonly PostTexts[],
  shown: ReceivedPost,
): boolean {
  const hasTitle = (state: PostTexts) => state !== undefined && isKept(state.title, shown.title)
  return known.includes(undefined) && (!known.some(hasTitle) || created.some(hasTitle))
}

/** A write to a post. One that fails with 5xx, or whose reply is missing, may happen at any time, or never. */
function writeOn(post: Contested, exchange: Exchange): PostOperation | undefined {
  const { request, reply } = exchange
  const isOnIt = request.method !== 'GET' && idIn(request.path) === post.id
  if (!isOnIt && exchange !== post.create) return undefined
  const at = reply.at ?? always
  const after = textsOf(exchange)
  const operation = (step: PostOperation['step']) => ({ exchange, ...at, step })
  if (isRefusal(reply))
    return operation((state) => (isAbsent(reply) && post.isPrompt && state ? [] : [state]))
  if (!isSuccess(reply)) return { ...operation((state) => [state, after]), return: Number.POSITIVE_INFINITY }
  return operation((state) => {
    if (state || !after || exchange === post.create) return [after]
    return post.needsPost && post.isPrompt ? [] : [state, after]
  })
}

/** The texts that a write leaves; undefined for a delete. */
function textsOf({ request }: Exchange): PostTexts {
  const sent = sentTexts({ request })
  return request.method === 'DELETE' ? undefined : eachField((name) => sent[name] ?? '')
}

/** A read that shows a post, or that it is missing. In a view that is not sure it may show every state. */
function readOf(post: Contested, known: readonly PostTexts[], exchange: Exchange): PostOperation | undefined {
  const look = shownBy(exchange, post.id)
  if (!look) return undefined
  const { view, received } = look
  const shown = received && !isOther(post, known, received) ? received : undefined
  const isSure = post.sure.has(view)
  const mayBeLate = [...known, ...post.versions].some((each) => isSameState(each, shown))
  const fits = (state: PostTexts) => (isSure ? isSameState(state, shown) : mayBeLate || !shown)
  const step = (state: PostTexts) => (fits(state) ? [state] : [])
  return { exchange, view, shown, ...(exchange.reply.at ?? always), step }
}

/** The look after all requests: however late a view is, it must show a state in which they may leave the post. */
function lookAfter(post: Contested, known: readonly PostTexts[], exchange: Exchange): PostOperation {
  const sure = { ...post, sure: new Set<View>(['read']) }
  const unclear = { exchange, step: () => [] }
  return { ...(readOf(sure, known, exchange) ?? unclear), ...atLast, view: 'after' }
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
