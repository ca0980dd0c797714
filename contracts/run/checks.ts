import { hasInput, writeNames, writeWith } from '../../handlers/endpoints.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { attributed, type WrittenPost } from '../judge/attribution.ts'
import { brief } from '../judge/excerpt.ts'
import { explain, firstOf } from '../judge/explain.ts'
import type { Violation } from '../judge/finding.ts'
import { noList } from '../judge/reply-check.ts'
import { listMismatches, otherTexts, readMismatches } from '../judge/view-check.ts'
import { alive, areEqual, gone, isGone, postOf, removable } from '../model/reference-model.ts'
import { idIn, postPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { type Exchange, plainRequest, type ReceivedReply } from '../scenarios/exchange.ts'
import { asPost, type Listing, type OddItem, readBody } from '../scenarios/post-text.ts'
import type { Look } from '../scenarios/scenario.ts'
import { lookOnce } from '../wire/retry.ts'
import { isBarred, isSuccess, noDecisionIn } from '../wire/status.ts'
import { ask, look, wholeList } from './requests.ts'
import type { Sequence } from './sequence.ts'

/**
 * Checks a fact until it is true or the time of polling is over; once where every write must be visible.
 * @param clauses the clauses that the check can break; it counts as an observation of each that explains nothing wrong.
 * @param violations reads, and returns what is wrong.
 * @returns the exchanges that were judged: those of the last look.
 */
export async function check(
  run: Sequence,
  clauses: readonly ClauseId[],
  violations: () => Promise<readonly Violation[]>,
): Promise<readonly Exchange[]> {
  const { evidence, context } = run
  const before = evidence.seen.length
  let found: readonly Violation[] = []
  const poll = run.isSettled && run.isAlone && !run.isPaged ? lookOnce : run.poll
  await poll(
    async () => {
      evidence.discardAfter(before)
      found = await violations()
      // Copies of the run's posts are not late, and each look may make more.
      const areCopies = (context.posts?.facts.copies ?? 0) > 0
      return areCopies || found.every(({ isFinal }) => isFinal) ? true : undefined
    },
    () => found.length === 0,
  )
  // What is wrong may be the fault of these.
  const doubtful = new Set(found.flatMap(({ alternatives = [] }) => alternatives))
  for (const clause of clauses) if (!doubtful.has(clause)) context.record.observe(clause)
  for (const violation of found) run.find(violation, evidence.seen)
  const seen = evidence.seen.slice(before)
  evidence.trace(seen)
  return seen
}

/** What a check looks at, and the clauses that it can break. */
interface Check {
  readonly clauses: readonly ClauseId[]
  violations(): Promise<readonly Violation[]>
}

/** Checks several facts, concurrently where the provider is distant. */
export async function checkAll(run: Sequence, checks: readonly Check[]): Promise<readonly Exchange[]> {
  const clauses = checks.flatMap((each) => each.clauses)
  return await check(run, clauses, async () => {
    const found = new Map<Check, readonly Violation[]>()
    const look = async (each: Check) => {
      found.set(each, await each.violations())
    }
    await run.context.pace.each(checks, look, run.width)
    return checks.flatMap((each) => found.get(each) ?? [])
  })
}

/**
 * That the list has exactly the posts of the sequence with its mark.
 * @param clause the clause that is broken if `target` is wrong.
 */
export function listCheck(run: Sequence, clause: ClauseId = 'list.all', target?: PostId): Check {
  const written = target === undefined ? undefined : { id: target, clause }
  const shown = clause !== 'list.all' && shows(run, clause) ? [clause] : []
  return {
    clauses: breakable(run, [...shown, 'others.untouched', 'list.all'], target),
    violations: () => listViolations(run, written),
  }
}

/**
 * Those of some clauses that the posts of the sequence can show broken: what happens to others may be the work of other
 * clients.
 * @param target the post of the write just checked.
 */
export function breakable(
  { model }: Sequence,
  clauses: readonly ClauseId[],
  target?: PostId,
): readonly ClauseId[] {
  const posts = alive(model)
  const without: readonly ClauseId[] = posts.length + gone(model).length > 0 ? [] : ['list.all', 'safe.get']
  const hasOthers = posts.some(({ id }) => id !== target)
  return clauses.filter((each) => !without.includes(each) && (hasOthers || each !== 'others.untouched'))
}

/**
 * That a read shows a post of this sequence, one that it deleted, or an unused id.
 * @param clause the clause that is broken if it is wrong. Default that of an id without a post; for a post by the
 * writes since it was last right.
 */
export function readCheck(run: Sequence, id: PostId, clause = clauseOf(run, id)): Check {
  const shown = clause !== undefined && shows(run, clause) ? clause : 'read.ok'
  return { clauses: [shown], violations: () => readViolations(run, id, clause) }
}

export async function checkList(
  run: Sequence,
  clause?: ClauseId,
  target?: PostId,
): Promise<readonly Exchange[]> {
  return await checkAll(run, [listCheck(run, clause, target)])
}

export async function checkRead(run: Sequence, id: PostId, clause?: ClauseId): Promise<readonly Exchange[]> {
  return await checkAll(run, [readCheck(run, id, clause)])
}

/** Checks that a foreign post is read as it is listed, where the lists before and after show that no other client changed it. */
export async function checkForeign(run: Sequence, id: PostId): Promise<void> {
  await check(run, [], async () => {
    const before = (await wholeList(run)).list.get(id)
    const reply = await look(run, postPath(id))
    const after = (await wholeList(run)).list.get(id)
    if (!after || !areEqual(before, after) || isBarred(reply) || noDecisionIn(reply)) return []
    const views = ['read', 'list'] as const
    const read = asPost(readBody(reply.body))
    if (!read) return readMismatches(run, id, reply).map((each) => ({ ...each, views }))
    run.context.record.observe('list.all')
    return otherTexts(id, 'list', read, after).map((each) => attributed(each, 'other text'))
  })
}

/** Checks the effect of a write where the step says. */
export async function checkAfter(
  run: Sequence,
  where: Look,
  clause: ClauseId,
  target?: PostId,
): Promise<void> {
  if (run.hasFailed) return
  const isRead = (where === 'read' || where === 'both') && target !== undefined
  await checkAll(run, [
    ...(where === 'list' || where === 'both' ? [listCheck(run, clause, target)] : []),
    ...(isRead ? [readCheck(run, target, clause)] : []),
  ])
}

/**
 * Asks for what a client has seen before as a browser does, which sends the ETag of then: a 304 must not stand for
 * anything but what is there now.
 */
export async function checkNotModified(run: Sequence, path: string, clause: ClauseId): Promise<void> {
  const isTagged = ({ request, reply }: Exchange) =>
    request.method === 'GET' && request.path === path && reply.headers.etag !== undefined
  if (!run.evidence.exchanges.some(isTagged)) return
  await check(run, [clause], async () => {
    const present = run.evidence.kept(await ask(run, plainRequest('GET', path))).reply.body
    const isOther = ({ reply }: Exchange) => postsShown(reply.body) !== postsShown(present)
    const earlier = run.evidence.exchanges.findLast((each) => isTagged(each) && isOther(each))
    const etag = earlier?.reply.headers.etag
    if (etag === undefined) return []
    const request = { ...plainRequest('GET', path), headers: { 'if-none-match': etag } }
    if ((await ask(run, request)).reply.status !== 304) return []
    const about = 'a GET with the ETag of an earlier state is answered as if nothing had changed'
    const sides = { expected: brief(present), actual: `status 304, for ${brief(earlier?.reply.body ?? '')}` }
    const post = idIn(path)
    return [{ clause, about, ...sides, views: [post === undefined ? 'list' : 'read'], ...defined({ post }) }]
  })
}

/** The posts in a body, as a text, without what a service adds to them, such as how old they are. */
function postsShown(body: string): string {
  return stringifyJson([readBody(body)].flat().map((item) => asPost(item) ?? null))
}

function clauseOf({ model }: Sequence, id: PostId): ClauseId | undefined {
  if (isGone(model, id)) return 'delete.removes'
  return postOf(model, id) || model.foreign.has(id) ? undefined : 'read.missing'
}

/** Whether a check observes a clause: after a refused write it does not. */
function shows({ evidence }: Sequence, clause: ClauseId): boolean {
  const write = writeNames.find((name) => hasInput(name) && clause.startsWith(`${name}.`))
  const latest = evidence.exchanges.findLast(({ request }) => writeWith(request.method) === write)
  return write === undefined || (latest !== undefined && isSuccess(latest.reply))
}

/** What is wrong with the list. What it shows wrong is also read: is the list wrong, or the post? */
export async function listViolations(run: Sequence, target?: WrittenPost): Promise<readonly Violation[]> {
  const { list, broken } = await judgedList(run)
  if (broken) return [noList(broken)]
  const own = alive(run.model)
  const mismatches = listMismatches(run, list)
  const wrong = new Set(mismatches.map(({ post }) => post))
  const isRight = [...wrong].every((id) => id === undefined || postOf(run.model, id))
  run.note({ kind: 'listed', foreign: foreignIn(run, list), odd: new Set(list.odd.map(keyOf)), isRight })
  const right = own.flatMap(({ id }) => (wrong.has(id) ? [] : [[id, list.get(id)] as const]))
  run.note({ kind: 'right', view: 'list', shown: new Map(right) })
  const first = firstOf(mismatches)
  const reads = new Map<PostId, ReceivedReply>()
  for (const { post: id } of first)
    if (id !== undefined && !reads.has(id)) reads.set(id, await look(run, postPath(id)))
  return explain(run, first, { list, reads }, target)
}

/** The list without what was odd before the run, or by its own request: that says nothing of this sequence. */
async function judgedList(run: Sequence): ReturnType<typeof wholeList> {
  const { list, broken } = await wholeList(run)
  return {
    list: { ...list, odd: list.odd.filter((each) => !run.context.record.odd.has(keyOf(each))) },
    broken,
  }
}

/** By what an odd item is known again: its id, or its text. */
function keyOf({ id, item }: OddItem): unknown {
  return id ?? stringifyJson(item)
}

/** The ids in a list that are not those of the sequence. A foreign one stays that, also where it got a text of the run. */
function foreignIn({ model, marker }: Sequence, list: Listing): ReadonlySet<PostId> {
  const marked = new Set(list.marked(marker).flatMap((item) => asPost(item)?.id ?? []))
  const own = new Set(removable(model))
  return new Set([...list.ids].filter((id) => !own.has(id) && (model.foreign.has(id) || !marked.has(id))))
}

/** What is wrong with reading an id. Where something is, the list is also read. */
async function readViolations(run: Sequence, id: PostId, clause?: ClauseId): Promise<readonly Violation[]> {
  const reply = await look(run, postPath(id))
  const mismatches = readMismatches(run, id, reply)
  if (mismatches.length === 0) {
    run.note({ kind: 'right', view: 'read', shown: new Map([[id, asPost(readBody(reply.body))]]) })
    return []
  }
  const { list } = await judgedList(run)
  return explain(run, mismatches, { list, reads: new Map([[id, reply]]) }, clause && { id, clause })
}

/** Reports a violation, and counts it as an observation. @param exchanges what shows it. Default the current check. */
export function report(run: Sequence, violation: Violation, ...exchanges: readonly Exchange[]): void {
  run.context.record.observe(violation.clause)
  const shown = exchanges.map((each) => run.evidence.kept(each))
  run.find(violation, shown.length > 0 ? shown : run.evidence.seen)
}
