import type { PostFields } from '../../handlers/model/post.ts'
import { attributed, brief, type Violation } from '../judge/check-context.ts'
import {
  finalStates,
  type History,
  type ReadEvent,
  type State,
  unexplainedRead,
  type WriteEvent,
} from '../model/history.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { isRefusal, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { type Listing, listingOf } from '../spec/listing.ts'
import { asList, asPost, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { nextPage } from '../wire/whole-list.ts'
import { isSameState, replyFault, textOf } from './concurrent-read.ts'
import type { ClientExchange, SequenceRun } from './sequence-run.ts'
import { pick, type Step } from './step.ts'
import { leaveFreedIdsAlone, settle } from './together.ts'
import { type Prepared, prepare, take } from './writing.ts'

/** A request of a client: a write, or a read of a post or the list. */
interface Planned {
  readonly request: SentRequest
  readonly made?: Prepared
  /** The post that is read. */
  readonly post?: OwnPost
}

interface Done extends Planned {
  readonly exchange: ClientExchange
  /** The list, where the reply shows all of it. */
  readonly listing?: Listing | undefined
}

type Fault = readonly [ClientExchange, Violation]

/** A read of a post, and its exchange. */
interface SeenPost extends ReadEvent {
  readonly shown: ReceivedPost | undefined
  readonly exchange: ClientExchange
}

/**
 * Lets several clients send concurrently, each one request after the other, and checks whether some order of their
 * requests explains what they read of each post.
 */
export async function runClients(run: SequenceRun, step: Step & { readonly do: 'clients' }): Promise<void> {
  // Where writes become visible late, a read may show an older state.
  if (!run.terms.isPrompt()) return
  const { own } = run.context
  const before = own.alive
  const plans = await plan(run, step)
  const touched = before.filter((post) =>
    plans.flat().some((each) => (each.post ?? each.made?.post) === post),
  )
  for (const post of touched) if (!run.isSure(`read ${post.id}`)) await run.read(post.id)
  if (!run.isSure('list')) await run.list()
  if (run.hasFailed) return
  const exchanges = await run.sendAsClients(plans.map((client) => client.map(({ request }) => request)))
  const done = plans.flatMap((client, at) =>
    client.flatMap((planned, index): Done[] => {
      const exchange = exchanges[at]?.[index]
      return exchange ? [{ ...planned, exchange, listing: listingIn(exchange) }] : []
    }),
  )
  const creates = done.flatMap((each) => (each.made?.fields && !each.made.post ? [each.made.fields] : []))
  const faults = done.flatMap(({ exchange }): Fault[] => {
    const fault = replyFault(run, exchange)
    return fault ? [[exchange, fault]] : []
  })
  const untouched = before.filter((post) => !touched.includes(post) && !run.context.incomplete.has(post.id))
  // The first post that a list does not show, although no client writes to it.
  const lost = untouched
    .map((post) => faultIn(`post ${post.id}`, historyOfPost(post, done)))
    .find((fault) => fault !== undefined)
  if (lost && !run.context.setup.isPaged) faults.push(lost)
  for (const post of touched) {
    const history = historyOfPost(post, done)
    const wrong = faultIn(`post ${post.id}`, history)
    if (wrong) faults.push(wrong)
    if (history.writes.length === 0) continue
    const states = finalStates(wrong ? { ...history, reads: [] } : history)
    const fault = await settle(run, post.id, states, creates)
    if (fault) run.context.report(fault)
  }
  for (const { made, exchange } of done) {
    if (!made?.fields || made.post) continue
    const wrong = faultIn('a created post', historyOfCreate(made.fields, exchange, done, run.context.marker))
    if (wrong) faults.push(wrong)
    await take(run, made, exchange)
  }
  for (const [exchange, fault] of faults) run.context.reportOn(exchange, fault)
  if (!run.hasFailed) await run.list('others.untouched')
}

async function plan(run: SequenceRun, { clients }: Step & { readonly do: 'clients' }): Promise<Planned[][]> {
  const before = run.context.own.alive
  const plans: Planned[][] = []
  for (const moves of clients) {
    const plan: Planned[] = []
    for (const move of moves) {
      if (typeof move === 'object') {
        const made = await prepare(run, move)
        if (made) plan.push({ request: made.request, made })
        continue
      }
      const post = move === 'list' ? undefined : pick(before, move)
      if (move === 'list') plan.push({ request: { method: 'GET', path: '/posts', headers: {} } })
      else if (post) plan.push({ request: { method: 'GET', path: `/posts/${post.id}`, headers: {} }, post })
    }
    plans.push(plan)
  }
  const prepared = plans.flat().flatMap(({ made }) => made ?? [])
  const writes = leaveFreedIdsAlone(run, prepared)
  return plans.map((client) => client.filter(({ made }) => !made || writes.includes(made)))
}

function historyOfPost(post: OwnPost, done: readonly Done[]): History<SeenPost> {
  const own = done.filter(({ made }) => made?.post === post)
  const mayBeGone = own.some(({ made }) => made?.fields === undefined)
  const titles = [post, ...own.flatMap(({ made }) => made?.fields ?? [])].map(({ title }) => title)
  // The id of a deleted post may be another post's now.
  const seen = (shown: ReceivedPost | undefined) =>
    shown && mayBeGone && !titles.some((title) => isKept(title, shown.title)) ? undefined : shown
  const reads = done.flatMap((each): SeenPost[] => {
    if (each.listing) return [seenPost(each.exchange, seen(each.listing.get(post.id)))]
    const look = each.post === post ? shownBy(each.exchange) : undefined
    return look ? [seenPost(each.exchange, seen(look.post))] : []
  })
  const writes = own.flatMap(({ made, exchange }) =>
    writeOf(exchange, made?.fields).map((write) => ({ ...write, isReplace: made?.fields !== undefined })),
  )
  return { initial: post, writes, reads }
}

function historyOfCreate(
  fields: PostFields,
  exchange: ClientExchange,
  done: readonly Done[],
  marker: string,
): History<SeenPost> {
  const reads = done.flatMap((each): SeenPost[] => {
    if (!each.listing) return []
    const posts = each.listing.marked(marker).flatMap((item) => asPost(item) ?? [])
    const shown = posts.find(({ title }) => isKept(fields.title, title))
    return [seenPost(each.exchange, shown)]
  })
  return { initial: undefined, writes: writeOf(exchange, fields), reads }
}

/** A refused write does nothing; a failed one may be done at any time after it was sent. */
function writeOf(exchange: ClientExchange, leaves: State): WriteEvent[] {
  const { reply, sent, answered } = exchange
  if (isRefusal(reply)) return []
  const isCertain = isSuccess(reply)
  return [{ leaves, isCertain, sent, answered: isCertain ? answered : Number.POSITIVE_INFINITY }]
}

function seenPost(exchange: ClientExchange, shown: ReceivedPost | undefined): SeenPost {
  const { sent, answered } = exchange
  return { sent, answered, exchange, shown, shows: (state) => isSameState(state, shown) }
}

/** What a read shows; undefined where that is unclear. */
function shownBy({ reply }: ClientExchange): { readonly post: ReceivedPost | undefined } | undefined {
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
  const clause = isList ? 'list.all' : 'read.ok'
  const isTorn = read.shown !== undefined && isMixed(read.shown, states)
  const fault: Violation = {
    clause,
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
