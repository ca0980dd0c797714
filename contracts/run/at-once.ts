import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { attributed, type Violation } from '../judge/check-context.ts'
import { finalStates, type State } from '../model/history.ts'
import { isSuccess } from '../spec/exchange.ts'
import { asPost, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import {
  type Done,
  type Fault,
  faultIn,
  historyOfCreate,
  historyOfPost,
  isSameState,
  listingIn,
  type Planned,
  replyFault,
  textOf,
} from './concurrent-reads.ts'
import { reading, type SequenceRun } from './sequence-run.ts'
import { type Move, pick } from './step.ts'
import { type Prepared, prepare, take } from './write.ts'

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
  // Where writes become visible late, a read may show an older state.
  const isSure = (view: string) => run.terms.isPrompt() && run.isSure(view)
  const planOf = async (move: Move): Promise<Planned[]> => {
    if (move.do === 'list')
      return [{ request: { method: 'GET', path: '/posts', headers: {} }, isSure: isSure('list') }]
    const post = 'post' in move && typeof move.post === 'number' ? pick(alive, move.post) : undefined
    if (move.do === 'read')
      return post ? [{ request: reading(post.id), isSure: isSure(`read ${post.id}`) }] : []
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
