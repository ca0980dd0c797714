import { eachField, type FieldName, fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { attributed } from '../judge/attribution.ts'
import { brief } from '../judge/excerpt.ts'
import type { Violation } from '../judge/finding.ts'
import { noList } from '../judge/reply-check.ts'
import { type CheckContext, readMismatches } from '../judge/view-check.ts'
import {
  alive,
  mustBeRight,
  type OwnPost,
  outdatedOf,
  type View,
  versionsOf,
} from '../model/reference-model.ts'
import { idIn, listPath, postPath } from '../scenarios/addresses.ts'
import { type Exchange, plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import {
  areKept,
  asList,
  asPost,
  isKept,
  listingOf,
  type ReceivedPost,
  readBody,
} from '../scenarios/post-text.ts'
import type { Move } from '../scenarios/scenario.ts'
import { isAbsent, isBarred, isBusy, isRefusal, isSuccess } from '../wire/status.ts'
import { nextPage } from '../wire/whole-list.ts'
import { checkList, report, reportOn } from './checks.ts'
import { leavesOut, reusesIds } from './context.ts'
import { look, sendAll } from './requests.ts'
import type { Sequence } from './sequence.ts'
import { idOf, planOf } from './steps/write.ts'
import { noteEffect, type PlannedWrite } from './writes.ts'

/** A request of a client: a write, or a read. */
interface Planned {
  readonly request: SentRequest
  readonly made?: PlannedWrite
}

interface Done extends Planned {
  readonly exchange: Exchange
}

/** The texts of a post; undefined where it does not exist. */
type State = PostFields | undefined

/** A post before the requests. */
interface Subject {
  readonly post: OwnPost
  /** The states in which the writes to it may leave it. */
  readonly leaves: readonly State[]
  /** Whether one of these writes succeeded. */
  readonly isWritten: boolean
  /** The texts of posts that were created beside: where ids are reused, they may have the id of a deleted one. */
  readonly created: readonly PostFields[]
}

/**
 * Sends moves concurrently, each by another client, and checks that each read shows a state that its post had or
 * got, and that each post is left in one that a write may leave.
 */
export async function runAtOnce(run: Sequence, moves: readonly Move[]): Promise<void> {
  const { model } = run
  const before = alive(model).filter(({ id }) => !outdatedOf(model, id))
  // Where writes become visible late, a read may show an older state.
  const sureIn = (view: View) =>
    before.filter(({ id }) => run.context.visibility.isPrompt && mustBeRight(model, id, view))
  const sure = { list: sureIn('list'), read: sureIn('read') }
  const olderOf = (post: OwnPost, view: View) => (sure[view].includes(post) ? [] : versionsOf(model, post.id))
  const plans = await plansOf(run, moves)
  const requests = plans.map(({ request }) => request)
  const exchanges = await sendAll(run, requests, true)
  const done = plans.map((plan, at): Done => ({ ...plan, exchange: exchanges[at] as Exchange }))
  const news = done.filter(({ made }) => made?.operation === 'create')
  const created = news.flatMap(({ made }) => made?.fields ?? [])
  const subjects = before.map((post): Subject => {
    const writes = done.filter(
      ({ made, exchange }) => made?.post?.id === post.id && !isRefusal(exchange.reply),
    )
    const isWritten = writes.some(({ exchange }) => isSuccess(exchange.reply))
    return { post, leaves: writes.map(({ made }) => made?.fields), isWritten, created }
  })
  const faults = exchanges.flatMap((exchange) => {
    const shown = shownBy(exchange)
    const ofPosts = subjects.map((each) => {
      const seen = shown(each.post.id)
      return seen && readFault(each, exchange, seen.post, (view) => olderOf(each.post, view))
    })
    const found = [replyFault(run, exchange), ...ofPosts].filter((fault) => fault !== undefined)
    return found.map((fault) => ({ exchange, fault }))
  })
  const written = subjects.filter(({ leaves }) => leaves.length > 0)
  const left: Violation[] = []
  for (const subject of written) left.push(...(await stateLeft(run, subject)))
  // If some writes are done and others are not, the former undid the latter.
  const isUndone = left.length < written.length
  for (const fault of left)
    report(run, isUndone && fault.clause === 'replace.whole' ? attributed(fault, 'undone write') : fault)
  // Successful creates take their posts first; the rest may belong to failed ones.
  for (const { made, exchange } of news.toSorted((one, other) => rank(one) - rank(other)))
    if (made) await noteEffect(run, made, exchange)
  for (const { exchange, fault } of faults) reportOn(run, fault, exchange)
  if (!run.hasFailed) await checkList(run, 'others.untouched')
}

function rank({ exchange: { reply } }: Done): number {
  return isSuccess(reply) ? 0 : 1
}

async function plansOf(run: Sequence, moves: readonly Move[]): Promise<Planned[]> {
  const plans: Planned[] = []
  for (const move of moves) {
    if (leavesOut(run.context, move.kind)) continue
    const isOfPost = 'post' in move && move.post.kind === 'existing'
    const id = isOfPost ? idOf(run.model, move.post) : undefined
    if (move.kind === 'list') plans.push({ request: plainRequest('GET', listPath) })
    else if (move.kind === 'read')
      plans.push(...(id === undefined ? [] : [{ request: plainRequest('GET', postPath(id)) }]))
    // An unused id would have to be read first.
    else if (id !== undefined || move.kind === 'create') {
      const made = await planOf(run, move)
      if (made && !isOfFreedId(run, made, plans)) plans.push({ request: made.request, made })
    }
  }
  return plans
}

/**
 * Whether a write is the second one to a post that is concurrently deleted: where ids are reused, it might hit a new
 * post, perhaps a foreign one.
 */
function isOfFreedId(run: Sequence, { post, operation }: PlannedWrite, plans: readonly Planned[]): boolean {
  if (!post || (!reusesIds(run.context) && run.isAlone)) return false
  const earlier = plans.filter(({ made }) => made?.post?.id === post.id)
  return earlier.some(({ made }) => operation === 'delete' || made?.operation === 'delete')
}

/** The fault of a read that failed, or that is not a list, or not the post: no order and no delay explains it. */
function replyFault(context: CheckContext, { request, reply }: Exchange): Violation | undefined {
  const { status, body } = reply
  if (request.method !== 'GET' || status === 410 || isBarred(reply) || isBusy(reply)) return undefined
  const id = idIn(request.path)
  if (id !== undefined) {
    return readMismatches(context, id, reply).find(
      ({ isFinal, clause }) => isFinal || clause === 'post.shape',
    )
  }
  const isNone = status >= 500 || status === 404 || (status === 200 && !asList(body))
  return isNone ? noList(reply) : undefined
}

/**
 * The fault of a read that shows no state of a post.
 * @param received what it shows.
 * @param older the older states that a view may show: unless it was right before, without a write since.
 */
function readFault(
  subject: Subject,
  exchange: Exchange,
  received: ReceivedPost | undefined,
  older: (view: View) => readonly PostFields[],
): Violation | undefined {
  const { post, leaves } = subject
  const shown = received && !isOther(subject, received) ? received : undefined
  const view = exchange.request.path === listPath ? 'list' : 'read'
  const states: readonly State[] = [post, ...leaves]
  const late = older(view)
  if ([...states, ...late].some((state) => isSameState(state, shown)) || (!shown && late.length > 0))
    return undefined
  const fault: Violation = {
    clause: view === 'list' ? 'list.all' : 'read.ok',
    about: `no order of concurrent requests explains post ${post.id}, as ${view === 'list' ? 'listed' : 'read'} between them`,
    post: post.id,
    expected: states.map(stateText).join(', or '),
    actual: brief(exchange.reply.body),
  }
  const has = (field: FieldName) =>
    states.some((state) => state && shown && isKept(state[field], shown[field]))
  // It has the title of one write and the content of another.
  return fieldNames.every(has) ? attributed(fault, 'torn post') : fault
}

/** What a read shows of each post; undefined where that is unclear: it is of another post, or only one page. */
function shownBy({
  request: { method, path },
  reply,
}: Exchange): (id: PostId) => { readonly post: ReceivedPost | undefined } | undefined {
  if (method !== 'GET') return () => undefined
  if (path === listPath) {
    const items = reply.status === 200 && nextPage(reply) === undefined ? asList(reply.body) : undefined
    const list = items && listingOf(items)
    return (id) => list && { post: list.get(id) }
  }
  const isGone = isAbsent(reply)
  const post = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
  return (id) => (idIn(path) === id && (isGone || post) ? { post } : undefined)
}

/** Whether another post is shown under the id of a deleted one. */
function isOther({ post, leaves, created }: Subject, shown: ReceivedPost): boolean {
  const hasTitle = (state: State) => state !== undefined && isKept(state.title, shown.title)
  return leaves.includes(undefined) && (![post, ...leaves].some(hasTitle) || created.some(hasTitle))
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
function isSameState(state: State, shown: State): boolean {
  return state && shown ? areKept(state, shown) : state === shown
}

function stateText(post: State): string {
  return post ? brief(JSON.stringify(eachField((name) => post[name]))) : 'no such post'
}

/** Takes over the actual state of a post; returns a fault where it is not one of the possible states. */
async function stateLeft(run: Sequence, subject: Subject): Promise<readonly Violation[]> {
  const { post, leaves, isWritten } = subject
  const { id } = post
  const states = isWritten ? leaves : [post, ...leaves]
  let actual = ''
  const found = await run.poll(async () => {
    await run.context.visibility.settle()
    const reply = await look(run, postPath(id))
    const shown = asPost(readBody(reply.body))
    actual = shown ? stateText(shown) : `status ${reply.status}`
    const state = shown && states.find((each) => isSameState(each, shown))
    if (state) return state
    const isGone = reply.status === 404 || (shown && isOther(subject, shown))
    return states.includes(undefined) && isGone ? 'gone' : undefined
  })
  if (found === 'gone') run.note({ kind: 'deleted', id })
  else if (found) {
    run.note({ kind: 'written', post: { ...found, id } })
    run.note({ kind: 'right', view: 'read', ids: [id] })
  }
  if (found) return []
  const clause = states.some((state) => state) ? 'replace.whole' : 'delete.removes'
  const about = `post ${id} does not have the state after any of the concurrent writes`
  const ofDeletes = states.length > 1 ? 'there after deletes' : 'there after a delete'
  const kind = clause === 'replace.whole' ? 'wrong after replaces' : ofDeletes
  return [attributed({ clause, about, expected: states.map(stateText).join(', or '), actual }, kind)]
}
