import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { attributed, type Violation } from '../judge/check-context.ts'
import type { State } from '../model/history.ts'
import { type Exchange, isRefusal, isSuccess } from '../spec/exchange.ts'
import { asPost, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { type ConcurrentRead, concurrentReadFaults, isSameState, textOf } from './concurrent-read.ts'
import type { SequenceRun } from './sequence-run.ts'
import { pick, type Step } from './step.ts'
import { type Prepared, prepare, take } from './writing.ts'

/** Sends requests concurrently. The result must be that of one of their orders. */
export async function runTogether(run: SequenceRun, step: Step & { readonly do: 'together' }): Promise<void> {
  const prepared: Prepared[] = []
  for (const write of step.writes) {
    const made = await prepare(run, write)
    if (made) prepared.push(made)
  }
  const writes = leaveFreedIdsAlone(run, prepared)
  const { own } = run.context
  const before = own.alive
  const looks = step.looks.flatMap((look): Omit<ConcurrentRead, 'exchange'>[] => {
    const id = look === 'list' ? undefined : pick(before, look)?.id
    if (look !== 'list' && id === undefined) return []
    return [{ id, isSure: run.isSure(id === undefined ? 'list' : `read ${id}`) }]
  })
  const gets = looks.map(({ id }) => ({
    method: 'GET',
    path: id === undefined ? '/posts' : `/posts/${id}`,
    headers: {},
  }))
  const exchanges = await run.sendAll([...gets, ...writes.map(({ request }) => request)], true)
  const done = writes.map((made, at) => ({ made, exchange: exchanges[gets.length + at] as Exchange }))
  const possible = statesAfter(done)
  // With the state before: ids may be reused since.
  const odd = looks.flatMap((look, at) => {
    const exchange = exchanges[at] as Exchange
    const faults = concurrentReadFaults(run, before, possible, { ...look, exchange })
    return faults.map((fault) => [exchange, fault] as const)
  })
  const created = writes.flatMap(({ post, fields }) => (post || !fields ? [] : [fields]))
  const settled = await Promise.all([...possible].map(([id, states]) => settle(run, id, states, created)))
  const wrong = settled.filter((fault) => fault !== undefined)
  // If some writes are done and others are not, the former undid the latter.
  const isUndone = wrong.length < new Set(writes.map(({ post }) => post)).size
  for (const fault of wrong)
    run.context.report(
      isUndone && fault.clause === 'replace.whole' ? attributed(fault, 'undone write') : fault,
    )
  // Successful creates take their posts first; the rest may belong to failed ones.
  const news = done.filter(({ made }) => !made.post)
  for (const { made, exchange } of news) if (isSuccess(exchange.reply)) await take(run, made, exchange)
  for (const { made, exchange } of news) if (!isSuccess(exchange.reply)) await take(run, made, exchange)
  for (const [exchange, fault] of odd) run.context.reportOn(exchange, fault)
  if (!run.hasFailed) await run.list('others.untouched')
}

/**
 * The writes without second ones to a post that is concurrently deleted: where ids are reused, they might hit a new
 * post, perhaps a foreign one.
 */
export function leaveFreedIdsAlone(run: SequenceRun, writes: readonly Prepared[]): readonly Prepared[] {
  if (!run.terms.reusesIds() && run.terms.isAlone()) return writes
  const deleted = new Set(writes.flatMap(({ fields, post }) => (!fields && post ? post.id : [])))
  const first = (id: PostId) => writes.find(({ post }) => post?.id === id)
  return writes.filter((made) => !made.post || !deleted.has(made.post.id) || first(made.post.id) === made)
}

/** The possible states of each post after concurrent writes. */
function statesAfter(done: readonly { made: Prepared; exchange: Exchange }[]): Map<PostId, readonly State[]> {
  const possible = new Map<PostId, readonly State[]>()
  const named = new Map(done.flatMap(({ made: { post } }) => (post ? [[post.id, post] as const] : [])))
  for (const [id, post] of named) {
    const own = done.filter(({ made, exchange }) => made.post?.id === id && !isRefusal(exchange.reply))
    const states = own.map(({ made: { fields } }) => fields)
    const isCertain = own.some(({ exchange }) => isSuccess(exchange.reply))
    possible.set(id, isCertain ? states : [post, ...states])
  }
  return possible
}

/** Takes over the actual state of a post; returns a fault where it is not one of the possible states. */
export async function settle(
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
  else if (found) run.keep(id, found)
  else {
    const clause = states.some((state) => state) ? 'replace.whole' : 'delete.removes'
    const about = `post ${id} does not have the state after any of the concurrent writes`
    const ofDeletes = states.length > 1 ? 'there after deletes' : 'there after a delete'
    const kind = clause === 'replace.whole' ? 'wrong after replaces' : ofDeletes
    return attributed({ clause, about, expected: states.map(textOf).join(', or '), actual }, kind)
  }
  return undefined
}
