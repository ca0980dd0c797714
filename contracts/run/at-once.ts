import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { attributed } from '../judge/attribution.ts'
import type { Violation } from '../judge/finding.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { View } from '../model/write-log.ts'
import { type Exchange, idIn, isRefusal, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { asPost, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { areKept, isKept } from '../spec/text-changes.ts'
import { listingIn, replyFault, type State, shownBy, stateText, unexplained } from './concurrent-reads.ts'
import { reading, type SequenceRun } from './sequence-run.ts'
import { type Move, pick } from './step.ts'
import { type Prepared, prepare, take } from './write.ts'

/** A request of a client: a write, or a read. */
interface Planned {
  readonly request: SentRequest
  readonly made?: Prepared
}

interface Done extends Planned {
  readonly exchange: Exchange
}

type Fault = readonly [Exchange, Violation]

/**
 * Sends moves concurrently, each by another client, and checks that each read shows a state that its post had or
 * got, and that each post is left in one that a write may leave.
 */
export async function runAtOnce(run: SequenceRun, moves: readonly Move[]): Promise<void> {
  const { context } = run
  // Where writes become visible late, a read may show an older state.
  const isSure = (id: PostId, view: View) =>
    run.terms.isPrompt() && context.posts.writes.mustBeRight(id, view)
  const before = context.own.alive
    .filter(({ id }) => !context.incomplete.has(id))
    .map((post) => ({ post, sure: { list: isSure(post.id, 'list'), read: isSure(post.id, 'read') } }))
  const plans = await planOf(run, moves)
  const exchanges = await run.sendAll(
    plans.map(({ request }) => request),
    true,
  )
  const done = plans.map((plan, at): Done => ({ ...plan, exchange: exchanges[at] as Exchange }))
  const news = done.filter(({ made }) => made?.operation === 'create')
  const created = news.flatMap(({ made }) => made?.fields ?? [])
  const faults = done.flatMap(({ exchange }): Fault[] => {
    const fault = replyFault(context, exchange)
    return fault ? [[exchange, fault]] : []
  })
  const left: Violation[] = []
  let written = 0
  for (const { post, sure } of before) {
    const writes = done.filter(
      ({ made, exchange }) => made?.post?.id === post.id && !isRefusal(exchange.reply),
    )
    const leaves = writes.map(({ made }): State => made?.fields)
    faults.push(...readFaults(run, post, leaves, done, sure))
    if (leaves.length === 0) continue
    written++
    const isCertain = writes.some(({ exchange }) => isSuccess(exchange.reply))
    const fault = await settle(run, post.id, isCertain ? leaves : [post, ...leaves], created)
    if (fault) left.push(fault)
  }
  // If some writes are done and others are not, the former undid the latter.
  const isUndone = left.length < written
  for (const fault of left)
    context.report(isUndone && fault.clause === 'replace.whole' ? attributed(fault, 'undone write') : fault)
  // Successful creates take their posts first; the rest may belong to failed ones.
  for (const { made, exchange } of news.toSorted((one, other) => rank(one) - rank(other)))
    if (made) await take(run, made, exchange)
  for (const [exchange, fault] of faults) context.reportOn(exchange, fault)
  if (!run.hasFailed) await run.list('others.untouched')
}

function rank({ exchange: { reply } }: Done): number {
  return isSuccess(reply) ? 0 : 1
}

async function planOf(run: SequenceRun, moves: readonly Move[]): Promise<Planned[]> {
  const { alive } = run.context.own
  const plans: Planned[] = []
  for (const move of moves) {
    if (run.terms.leavesOut(move.do)) continue
    const post = 'post' in move && typeof move.post === 'number' ? pick(alive, move.post) : undefined
    if (move.do === 'list') plans.push({ request: { method: 'GET', path: '/posts', headers: {} } })
    else if (move.do === 'read') plans.push(...(post ? [{ request: reading(post.id) }] : []))
    // An unused id would have to be read first.
    else if (post || move.do === 'create') {
      const made = await prepare(run, move)
      if (made && !isOfFreedId(run, made, plans)) plans.push({ request: made.request, made })
    }
  }
  return plans
}

/**
 * Whether a write is the second one to a post that is concurrently deleted: where ids are reused, it might hit a new
 * post, perhaps a foreign one.
 */
function isOfFreedId(run: SequenceRun, { post, operation }: Prepared, plans: readonly Planned[]): boolean {
  if (!post || (!run.terms.reusesIds() && run.terms.isAlone())) return false
  const earlier = plans.filter(({ made }) => made?.post?.id === post.id)
  return earlier.some(({ made }) => operation === 'delete' || made?.operation === 'delete')
}

/**
 * What is wrong with the reads of a post.
 * @param leaves the states that the concurrent writes may leave it in.
 * @param sure the views that were right before, without a write since: they show a state of now.
 */
function readFaults(
  { context: { own } }: SequenceRun,
  post: OwnPost,
  leaves: readonly State[],
  done: readonly Done[],
  sure: Readonly<Record<View, boolean>>,
): Fault[] {
  const states: readonly State[] = [post, ...leaves]
  const older = own.versions(post.id)
  const faults = done.flatMap(({ request, exchange }): Fault[] => {
    const listing = listingIn(exchange)
    const look = listing
      ? { post: listing.get(post.id) }
      : idIn(request.path) === post.id
        ? shownBy(exchange)
        : undefined
    if (!look) return []
    // The id of a deleted post may be another post's now.
    const isOther =
      look.post && leaves.includes(undefined) && !states.some((state) => hasTitle(state, look.post))
    const shown = isOther ? undefined : look.post
    const isLate =
      !sure[listing ? 'list' : 'read'] && (!shown || older.some((state) => areKept(state, shown)))
    if (isLate || states.some((state) => isSameState(state, shown))) return []
    return [[exchange, unexplained(post.id, exchange, states, shown)]]
  })
  return faults.slice(0, 1)
}

function hasTitle(state: State, shown: ReceivedPost | undefined): boolean {
  return state !== undefined && shown !== undefined && isKept(state.title, shown.title)
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
function isSameState(state: State, shown: State): boolean {
  return state && shown ? areKept(state, shown) : state === shown
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
    actual = post ? stateText(post) : `status ${reply.status}`
    const state = post && states.find((each) => isSameState(each, post))
    if (state) return state
    // The id of a deleted post may be another post's now.
    const isOther =
      post &&
      (!context.own.versions(id).some(({ title }) => isKept(title, post.title)) ||
        created.some(({ title }) => isKept(title, post.title)))
    return states.includes(undefined) && (reply.status === 404 || isOther) ? 'gone' : undefined
  })
  if (found === 'gone') context.own.remove(id)
  else if (found) {
    run.keep(id, found)
    context.posts.writes.sawRight(id, 'read')
  } else {
    const clause = states.some((state) => state) ? 'replace.whole' : 'delete.removes'
    const about = `post ${id} does not have the state after any of the concurrent writes`
    const ofDeletes = states.length > 1 ? 'there after deletes' : 'there after a delete'
    const kind = clause === 'replace.whole' ? 'wrong after replaces' : ofDeletes
    return attributed({ clause, about, expected: states.map(stateText).join(', or '), actual }, kind)
  }
  return undefined
}
