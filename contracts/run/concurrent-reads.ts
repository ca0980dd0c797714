import { isBarred } from '../judge/attempts.ts'
import { attributed, brief, type Violation } from '../judge/check-context.ts'
import { noList, shapeless } from '../judge/views.ts'
import {
  type History,
  type ReadEvent,
  type State,
  unexplainedRead,
  type WriteEvent,
} from '../model/history.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { type Exchange, idIn, isBusy, isRefusal, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { type Listing, listingOf } from '../spec/listing.ts'
import { asList, asPost, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { areKept, isKept } from '../spec/text-changes.ts'
import { nextPage } from '../wire/whole-list.ts'
import type { ClientExchange, SequenceRun } from './sequence-run.ts'
import type { Prepared } from './write.ts'

/** A request of a client: a write, or a read. */
export interface Planned {
  readonly request: SentRequest
  readonly made?: Prepared
  /** Whether the same read was right before, without a write since: then it shows a state of now. */
  readonly isSure: boolean
}

export interface Done extends Planned {
  readonly exchange: ClientExchange
  /** The list, where the reply shows all of it. */
  readonly listing: Listing | undefined
}

export type Fault = readonly [ClientExchange, Violation]

/** What a read shows of a post, and its exchange. */
interface SeenPost extends ReadEvent {
  readonly shown: ReceivedPost | undefined
  readonly exchange: ClientExchange
}

/** The fault of a read that failed, or that is not a list, or not the post: no order and no delay explains it. */
export function replyFault({ context }: SequenceRun, { request, reply }: Exchange): Violation | undefined {
  if (request.method !== 'GET') return undefined
  const { status, body } = reply
  const id = idIn(request.path)
  const hasFailed = status >= 500 && !isBarred(reply) && !isBusy(reply)
  if (id === undefined)
    return hasFailed || status === 404 || (status === 200 && !asList(body)) ? noList(reply) : undefined
  const wrong = (about: string, expected: string, actual: string): Violation => ({
    clause: 'read.ok',
    about,
    expected,
    actual,
  })
  if (hasFailed) return wrong(`post ${id} cannot be read`, 'status 200', `status ${status}`)
  if (status !== 200 || context.incomplete.has(id)) return undefined
  const post = asPost(readBody(body))
  if (!post) return shapeless(body, id)
  return post.id === id
    ? undefined
    : wrong('reading a post returned another one', `post ${id}`, `post ${post.id}`)
}

/** What the clients wrote to a post, and what they saw of it. */
export function historyOfPost(run: SequenceRun, post: OwnPost, done: readonly Done[]): History<SeenPost> {
  const own = done.filter(({ made }) => made?.post?.id === post.id)
  const mayBeGone = own.some(({ made }) => made?.operation === 'delete')
  const states = [post, ...own.flatMap(({ made }) => made?.fields ?? [])]
  // The id of a deleted post may be another post's now.
  const isOther = ({ title }: ReceivedPost) =>
    mayBeGone && !states.some((state) => isKept(state.title, title))
  const older = run.versions.get(post.id) ?? []
  /** Whether a read that may be late shows what the post is, or was. */
  const isLate = (shown: ReceivedPost | undefined) =>
    !shown || [...states, ...older].some((state) => areKept(state, shown))
  const reads = done.flatMap(({ request, exchange, listing, isSure }): SeenPost[] => {
    const look = listing
      ? { post: listing.get(post.id) }
      : idIn(request.path) === post.id
        ? shownBy(exchange)
        : undefined
    if (!look) return []
    const shown = look.post && isOther(look.post) ? undefined : look.post
    return isSure || !isLate(shown) ? [seenPost(exchange, shown)] : []
  })
  const writes = own.flatMap(({ made, exchange }) => writeOf(exchange, made?.fields))
  return { initial: post, writes, reads }
}

/** What the clients saw of a post that one of them created. */
export function historyOfCreate(
  { fields, clause }: Prepared,
  exchange: ClientExchange,
  done: readonly Done[],
  marker: string,
): History<SeenPost> {
  const reads = done.flatMap(({ listing, isSure, exchange: read }): SeenPost[] => {
    // A copy has no title of its own.
    if (!listing || !isSure || !fields || clause !== 'create.adds') return []
    const posts = listing.marked(marker).flatMap((item) => asPost(item) ?? [])
    return [
      seenPost(
        read,
        posts.find(({ title }) => isKept(fields.title, title)),
      ),
    ]
  })
  return { initial: undefined, writes: writeOf(exchange, fields), reads }
}

/** A refused write does nothing; a failed one may be done at any time after it was sent. */
function writeOf({ request, reply, sent, answered }: ClientExchange, leaves: State): WriteEvent[] {
  if (isRefusal(reply)) return []
  const isCertain = isSuccess(reply)
  const isReplace = request.method === 'PUT'
  return [{ leaves, isCertain, isReplace, sent, answered: isCertain ? answered : Number.POSITIVE_INFINITY }]
}

function seenPost(exchange: ClientExchange, shown: ReceivedPost | undefined): SeenPost {
  const { sent, answered } = exchange
  return { sent, answered, exchange, shown, shows: (state) => isSameState(state, shown) }
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
export function isSameState(state: State, shown: State): boolean {
  return state && shown ? areKept(state, shown) : state === shown
}

/** What a read shows; undefined where that is unclear. */
function shownBy({
  request,
  reply,
}: ClientExchange): { readonly post: ReceivedPost | undefined } | undefined {
  if (request.method !== 'GET') return undefined
  if (reply.status === 404 || reply.status === 410) return { post: undefined }
  const post = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
  return post && { post }
}

/** The list in a reply; undefined where it is only one page. */
export function listingIn({ request, reply }: ClientExchange): Listing | undefined {
  if (request.method !== 'GET' || request.path !== '/posts' || reply.status !== 200) return undefined
  const items = nextPage(reply) === undefined ? asList(reply.body) : undefined
  return items && listingOf(items)
}

/** The fault of the first read of a post that no order of the requests explains. */
export function faultIn(about: string, history: History<SeenPost>): Fault | undefined {
  const unexplained = unexplainedRead(history)
  if (!unexplained) return undefined
  const { read, possible } = unexplained
  const { request, reply } = read.exchange
  const isList = request.path === '/posts'
  const states = [history.initial, ...history.writes.map(({ leaves }) => leaves)]
  const isTorn = read.shown !== undefined && isMixed(read.shown, states)
  const fault: Violation = {
    clause: isList ? 'list.all' : 'read.ok',
    about: `no order of concurrent requests explains ${about}, as ${isList ? 'listed' : 'read'} between them`,
    expected: possible.map(textOf).join(', or ') || 'what a client wrote',
    actual: brief(reply.body),
  }
  return [read.exchange, isTorn ? attributed(fault, 'torn post') : fault]
}

/** Whether a post has the title of one write and the content of another. */
function isMixed(shown: ReceivedPost, states: readonly State[]): boolean {
  const ofTitle = states.filter((state) => state && isKept(state.title, shown.title))
  const ofContent = states.filter((state) => state && isKept(state.content, shown.content))
  return ofTitle.length > 0 && ofContent.length > 0 && !ofTitle.some((state) => ofContent.includes(state))
}

export function textOf(post: State): string {
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : 'no such post'
}
