import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { isBarred } from '../judge/attempts.ts'
import { attributed, brief, type Violation } from '../judge/check-context.ts'
import { noList, shapeless } from '../judge/views.ts'
import {
  finalStates,
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
import { type ClientExchange, reading, type SequenceRun } from './sequence-run.ts'
import { type Move, pick } from './step.ts'
import { type Prepared, prepare, take } from './write.ts'

/** A request of a client: a write, or a read. */
interface Planned {
  readonly request: SentRequest
  readonly made?: Prepared
  /** Whether the same read was right before, without a write since: then it shows a state of now. */
  readonly isSure: boolean
}

interface Done extends Planned {
  readonly exchange: ClientExchange
  /** The list, where the reply shows all of it. */
  readonly listing: Listing | undefined
}

type Fault = readonly [ClientExchange, Violation]

/** What a read shows of a post, and its exchange. */
interface SeenPost extends ReadEvent {
  readonly shown: ReceivedPost | undefined
  readonly exchange: ClientExchange
}

/**
 * Lets several clients send concurrently, each one request after the other, and checks whether some order of their
 * requests explains what they read of each post, and how each is left.
 */
export async function runAtOnce(run: SequenceRun, clients: readonly (readonly Move[])[]): Promise<void> {
  const before = run.context.own.alive.filter(({ id }) => !run.context.incomplete.has(id))
  const plans = await plan(run, clients)
  const exchanges = await run.sendAsClients(plans.map((client) => client.map(({ request }) => request)))
  const done = plans.flatMap((client, at) =>
    client.flatMap((planned, index): Done[] => {
      const exchange = exchanges[at]?.[index]
      return exchange ? [{ ...planned, exchange, listing: listingIn(exchange) }] : []
    }),
  )
  const news = done.filter(({ made }) => made?.operation === 'create')
  const created = news.flatMap(({ made }) => made?.fields ?? [])
  const faults = done.flatMap(({ exchange }): Fault[] => {
    const fault = replyFault(run, exchange)
    return fault ? [[exchange, fault]] : []
  })
  const left: Violation[] = []
  let written = 0
  for (const post of before) {
    const history = historyOfPost(run, post, done)
    const wrong = faultIn(`post ${post.id}`, history)
    if (wrong) faults.push(wrong)
    if (history.writes.length === 0) continue
    written++
    const states = finalStates(wrong ? { ...history, reads: [] } : history)
    const fault = await settle(run, post.id, states, created)
    if (fault) left.push(fault)
  }
  // If some writes are done and others are not, the former undid the latter.
  const isUndone = left.length < written
  for (const fault of left)
    run.context.report(
      isUndone && fault.clause === 'replace.whole' ? attributed(fault, 'undone write') : fault,
    )
  // Successful creates take their posts first; the rest may belong to failed ones.
  for (const { made, exchange } of news.toSorted((one, other) => rank(one) - rank(other))) {
    const wrong = made && faultIn('a created post', historyOfCreate(made, exchange, done, run.context.marker))
    if (wrong) faults.push(wrong)
    if (made) await take(run, made, exchange)
  }
  for (const [exchange, fault] of faults) run.context.reportOn(exchange, fault)
  if (!run.hasFailed) await run.list('others.untouched')
}

function rank({ exchange: { reply } }: Done): number {
  return isSuccess(reply) ? 0 : 1
}

async function plan(run: SequenceRun, clients: readonly (readonly Move[])[]): Promise<Planned[][]> {
  const { alive } = run.context.own
  const planOf = async (move: Move): Promise<Planned[]> => {
    if (move.do === 'list')
      return [{ request: { method: 'GET', path: '/posts', headers: {} }, isSure: run.isSure('list') }]
    const post = 'post' in move && typeof move.post === 'number' ? pick(alive, move.post) : undefined
    if (move.do === 'read')
      return post ? [{ request: reading(post.id), isSure: run.isSure(`read ${post.id}`) }] : []
    // An unused id would have to be read first.
    const made = post || move.do === 'create' ? await prepare(run, move) : undefined
    return made ? [{ request: made.request, made, isSure: false }] : []
  }
  const plans: Planned[][] = []
  for (const moves of clients) {
    const plan: Planned[] = []
    for (const move of moves) plan.push(...(await planOf(move)))
    plans.push(plan)
  }
  const writes = leaveFreedIdsAlone(
    run,
    plans.flat().flatMap(({ made }) => made ?? []),
  )
  return plans.map((client) => client.filter(({ made }) => !made || writes.includes(made)))
}

/**
 * The writes without second ones to a post that is concurrently deleted: where ids are reused, they might hit a new
 * post, perhaps a foreign one.
 */
function leaveFreedIdsAlone(run: SequenceRun, writes: readonly Prepared[]): readonly Prepared[] {
  if (!run.terms.reusesIds() && run.terms.isAlone()) return writes
  const deleted = new Set(writes.flatMap(({ operation, post }) => (operation === 'delete' ? post?.id : [])))
  const first = (id: PostId) => writes.find(({ post }) => post?.id === id)
  return writes.filter((made) => !made.post || !deleted.has(made.post.id) || first(made.post.id) === made)
}

/** The fault of a read that failed, or that is not a list, or not the post: no order and no delay explains it. */
function replyFault({ context }: SequenceRun, { request, reply }: Exchange): Violation | undefined {
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

function historyOfPost(run: SequenceRun, post: OwnPost, done: readonly Done[]): History<SeenPost> {
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

function historyOfCreate(
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
function isSameState(state: State, shown: State): boolean {
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
function listingIn({ request, reply }: ClientExchange): Listing | undefined {
  if (request.method !== 'GET' || request.path !== '/posts' || reply.status !== 200) return undefined
  const items = nextPage(reply) === undefined ? asList(reply.body) : undefined
  return items && listingOf(items)
}

/** The fault of the first read of a post that no order of the requests explains. */
function faultIn(about: string, history: History<SeenPost>): Fault | undefined {
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

/** Takes over the actual state of a post; returns a fault where it is not one of the possible states. */
async function settle(
  run: SequenceRun,
  id: PostId,
  states: readonly State[],
  created: readonly PostFields[],
): Promise<Violation | undefined> {
  const { context } = run
  let actual = ''
  const found = await context.find(async () => {
    await run.terms.settle()
    const reply = await context.look(`/posts/${id}`)
    const post = asPost(readBody(reply.body))
    actual = post ? textOf(post) : `status ${reply.status}`
    const state = post && states.find((each) => isSameState(each, post))
    if (state) return state
    // The id of a deleted post may be another post's now.
    const isOther =
      post && (!run.wasEver(id, post.title) || created.some(({ title }) => isKept(title, post.title)))
    return states.includes(undefined) && (reply.status === 404 || isOther) ? 'gone' : undefined
  })
  if (found === 'gone') run.drop(id)
  else if (found) {
    run.keep(id, found)
    run.sawRight(`read ${id}`)
  } else {
    const clause = states.some((state) => state) ? 'replace.whole' : 'delete.removes'
    const about = `post ${id} does not have the state after any of the concurrent writes`
    const ofDeletes = states.length > 1 ? 'there after deletes' : 'there after a delete'
    const kind = clause === 'replace.whole' ? 'wrong after replaces' : ofDeletes
    return attributed({ clause, about, expected: states.map(textOf).join(', or '), actual }, kind)
  }
  return undefined
}

function textOf(post: State): string {
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : 'no such post'
}
