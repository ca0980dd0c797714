import { attributed } from '../../judge/attribution.ts'
import { mostViolations, type Violation } from '../../judge/finding.ts'
import { type Contested, judgeRace, type RaceVerdict } from '../../judge/race.ts'
import { raceOf, raceViolation } from '../../judge/race-check.ts'
import { noList } from '../../judge/reply-check.ts'
import { type CheckContext, readMismatches } from '../../judge/view-check.ts'
import { alive, mustBeRight, outdatedOf, versionsOf } from '../../model/reference-model.ts'
import { idIn, listPath, postPath } from '../../scenarios/addresses.ts'
import { type Exchange, plainRequest, type SentRequest } from '../../scenarios/exchange.ts'
import { asList } from '../../scenarios/post-text.ts'
import type { Move, Step } from '../../scenarios/scenario.ts'
import { isBarred, isBusy, isSuccess } from '../../wire/status.ts'
import { checkList, report } from '../checks.ts'
import { leavesOut, reusesIds } from '../context.ts'
import { ask, sendAll } from '../requests.ts'
import type { Sequence } from '../sequence.ts'
import { noteEffect, type PlannedWrite } from '../writes.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'
import { idOf, planOf } from './write.ts'

/** Requests at the same time, each by another client. */
export const atOnce: Command<StepOf<'at once'>> = {
  run: (run, { moves }) => runAtOnce(run, moves),

  *simpler(step) {
    // Sequential requests are simpler than concurrent ones.
    for (const look of ['nowhere', 'list'] as const)
      yield step.moves.map((move): Step => {
        if (move.kind === 'list' || move.kind === 'read') return { ...move, times: 1 }
        return { ...move, look }
      })
    yield* smaller(step)
  },
}

/** A request of a client: a write, or a read. */
interface Planned {
  readonly request: SentRequest
  readonly made?: PlannedWrite
}

interface Done extends Planned {
  readonly exchange: Exchange
}

/** A post that the requests meet, and what they tell of it. */
interface Meeting extends RaceVerdict {
  readonly post: Contested
}

/**
 * Sends moves concurrently, each by another client, and checks that for each post an order of them explains the replies
 * and how they left it.
 */
async function runAtOnce(run: Sequence, moves: readonly Move[]): Promise<void> {
  const { model, context } = run
  const { isPrompt } = context.visibility
  const { replacesOfMissing } = context.record
  const before = alive(model).filter(({ id }) => !outdatedOf(model, id))
  const plans = await plansOf(run, moves)
  const requests = plans.map(({ request }) => request)
  const exchanges = await sendAll(run, requests, true)
  const exchangeOf = ({ request }: Planned) => exchanges.find((each) => each.request === request) as Exchange
  const done = plans.map((plan): Done => ({ ...plan, exchange: exchangeOf(plan) }))
  const unread = exchanges.flatMap((exchange) => {
    const violation = replyViolation(run, exchange)
    return violation ? [{ exchange, violation }] : []
  })
  const creates = done.filter(({ made }) => made?.operation === 'create')
  const common = {
    isPrompt,
    created: creates.flatMap(({ made }) => made?.fields ?? []),
    needsPost: replacesOfMissing.length > 0 && replacesOfMissing.every(Boolean),
  }
  const meet = (post: Contested, last?: Exchange) => ({ post, ...judgeRace(post, exchanges, last) })
  const meetings: Meeting[] = []
  for (const { id, ...fields } of before) {
    const sure = new Set(views.filter((view) => isPrompt && mustBeRight(model, id, view)))
    const post = { id, before: fields, sure, versions: versionsOf(model, id), ...common }
    meetings.push(await lookAfter(run, (last) => meet(post, last)))
  }
  const left = violationsOf(meetings, exchanges, requests).filter(({ isLeft }) => isLeft)
  for (const { exchange, violation } of left) report(run, violation, exchange)
  // Successful creates take their posts first; the rest may belong to failed ones.
  for (const { made, exchange } of creates.toSorted((one, other) => rank(one) - rank(other))) {
    const id = made && (await noteEffect(run, made, exchange))
    if (id === undefined || !isSuccess(exchange.reply)) continue
    const facts = { sure: new Set(isPrompt ? views : []), versions: [], ...common }
    meetings.push(meet({ id, before: undefined, create: exchange, ...facts, created: [] }))
  }
  const answered = violationsOf(meetings, exchanges, requests).filter(({ isLeft }) => !isLeft)
  for (const { exchange, violation } of [...unread.slice(0, mostViolations), ...answered])
    report(run, violation, exchange)
  if (!run.hasFailed) await checkList(run, 'others.untouched')
}

const views = ['list', 'read'] as const

/** How the requests left a post that they wrote to: waits for a state in which they may, and takes it over. */
async function lookAfter(run: Sequence, meet: (last?: Exchange) => Meeting): Promise<Meeting> {
  let meeting = meet()
  const { known, post } = meeting
  if (known.length === 1) return meeting
  await run.poll(async () => {
    await run.context.visibility.settle()
    meeting = meet(await ask(run, plainRequest('GET', postPath(post.id))))
    return meeting.misfit?.operation.view === 'after' ? undefined : true
  })
  const [state] = meeting.states
  if (meeting.misfit || meeting.states.length === 0) return meeting
  if (state) {
    run.note({ kind: 'written', post: { ...state, id: post.id } })
    run.note({ kind: 'right', view: 'read', ids: [post.id] })
  } else run.note({ kind: 'deleted', id: post.id })
  return meeting
}

/** What fits into no order: how a post was left, or what was answered. */
function violationsOf(
  meetings: readonly Meeting[],
  exchanges: readonly Exchange[],
  requests: readonly SentRequest[],
): { readonly exchange: Exchange; readonly violation: Violation; readonly isLeft: boolean }[] {
  const written = meetings.filter(({ known }) => known.length > 1)
  // If some writes are done and others are not, the former undid the latter.
  const isUndone = written.some(({ misfit }) => misfit?.operation.view !== 'after')
  return meetings.flatMap(({ post, misfit, ...verdict }) => {
    if (!misfit) return []
    const { exchange, view } = misfit.operation
    const isLeft = view === 'after'
    const found = { ...raceViolation(post, verdict, misfit), race: raceOf(misfit, exchanges, requests) }
    const isBack = isLeft && found.clause === 'replace.whole' && isUndone
    return { exchange, violation: isBack ? attributed(found, 'undone write') : found, isLeft }
  })
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

/** A read that failed, or that is not a list, or not the post: no order and no delay explains it. */
function replyViolation(context: CheckContext, { request, reply }: Exchange): Violation | undefined {
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
