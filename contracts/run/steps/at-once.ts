import { writeWith } from '../../../handlers/endpoints.ts'
import { isObject } from '../../../handlers/model/json.ts'
import type { PostId } from '../../../handlers/model/post.ts'
import { mostViolations } from '../../judge/finding.ts'
import { judgeRace, type RaceVerdict } from '../../judge/race.ts'
import { noList } from '../../judge/reply-check.ts'
import { type CheckContext, noPost, readMismatches } from '../../judge/view-check.ts'
import { failedWrite } from '../../judge/write-check.ts'
import { alive, allViews, isIncomplete, mustBeRight, type OwnPost } from '../../model/reference-model.ts'
import { idIn, listPath, postPath } from '../../scenarios/addresses.ts'
import { type Exchange, plainRequest, type SentRequest } from '../../scenarios/exchange.ts'
import { asList } from '../../scenarios/post-text.ts'
import type { Move, Step } from '../../scenarios/scenario.ts'
import { isBarred, isBusy, isSuccess } from '../../wire/status.ts'
import { checkList, report } from '../checks.ts'
import { leavesOut, reusesIds } from '../context.ts'
import { noteEffect } from '../effects.ts'
import { idOf, type PlannedWrite, planOf } from '../plan.ts'
import { ask, sendAll } from '../requests.ts'
import type { Sequence } from '../sequence.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'

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

/**
 * Sends moves concurrently, each by another client, and checks that for each post an order of them explains the replies
 * and how they left it.
 */
async function runAtOnce(run: Sequence, moves: readonly Move[]): Promise<void> {
  const { model, context } = run
  const { isPrompt } = context.visibility
  const { replacesOfMissing } = context.record
  const needsPost = replacesOfMissing.length > 0 && replacesOfMissing.every(Boolean)
  const before = alive(model).filter(({ id }) => !isIncomplete(model, id))
  const plans = await plansOf(run, moves)
  const requests = plans.map(({ request }) => request)
  const exchanges = await sendAll(run, requests, true)
  const unread = exchanges.flatMap((exchange) => replyVerdict(run, exchange) ?? [])
  const verdicts: RaceVerdict[] = []
  const look = async ({ id, ...fields }: OwnPost) => {
    const sure = allViews.filter((view) => isPrompt && mustBeRight(model, id, view))
    const post = { id, before: fields, sure, isPrompt, needsPost }
    verdicts.push(await verdictAfter(run, id, (last) => judgeRace(post, exchanges, last)))
  }
  await context.pace.each(before, look, run.width)
  reportAll(
    run,
    verdicts.filter(({ isLeft }) => isLeft),
  )
  const creates = plans.flatMap(({ request, made }) => {
    const exchange = exchanges.find((each) => each.request === request)
    return exchange && made?.operation === 'create' ? [{ made, exchange }] : []
  })
  // Successful creates take their posts first; the rest may belong to failed ones.
  const { done = [], failed = [] } = Object.groupBy(creates, ({ exchange }) =>
    isSuccess(exchange.reply) ? 'done' : 'failed',
  )
  for (const { made, exchange } of [...done, ...failed]) await noteEffect(run, made, exchange)
  reportAll(run, [...unread.slice(0, mostViolations), ...verdicts.filter(({ isLeft }) => !isLeft)])
  if (!run.hasFailed) await checkList(run, 'others.untouched')
}

/** How the requests left a post that they wrote to: waits for a state in which they may, and takes it over. */
async function verdictAfter(
  run: Sequence,
  id: PostId,
  judge: (last?: Exchange) => RaceVerdict,
): Promise<RaceVerdict> {
  let verdict = judge()
  if (!verdict.isWritten) return verdict
  await run.poll(async () => {
    await run.context.visibility.settle()
    verdict = judge(await ask(run, plainRequest('GET', postPath(id))))
    return verdict.isLeft ? undefined : true
  })
  const [state] = verdict.states
  if (verdict.violation || verdict.states.length === 0) return verdict
  if (state) {
    run.note({ kind: 'written', post: { ...state, id } })
    run.note({ kind: 'right', view: 'read', shown: new Map([[id, undefined]]) })
  } else run.note({ kind: 'deleted', id })
  return verdict
}

function reportAll(run: Sequence, verdicts: readonly Partial<RaceVerdict>[]): void {
  for (const { violation, exchange, places } of verdicts) {
    if (!violation || !exchange) continue
    if (places && !run.hasFailed) run.evidence.place(exchange, places)
    report(run, violation, exchange)
  }
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
  const areOthersAtWork = run.context.posts?.facts.areOthersAtWork === true
  if (!post || !(reusesIds(run.context) || areOthersAtWork)) return false
  const earlier = plans.filter(({ made }) => made?.post?.id === post.id)
  return earlier.some(({ made }) => operation === 'delete' || made?.operation === 'delete')
}

/** A write that failed, a read that failed, or that is not a list, or not the post: no order and no delay explains it. */
function replyVerdict(
  context: CheckContext,
  exchange: Exchange,
): Pick<RaceVerdict, 'violation' | 'exchange'> | undefined {
  const { request, reply } = exchange
  const { status, body } = reply
  if (status === 410 || isBarred(reply) || isBusy(reply)) return undefined
  const operation = writeWith(request.method)
  if (operation) {
    const failed = status >= 500 && failedWrite(context.model, operation, exchange)
    return failed ? { violation: failed, exchange } : undefined
  }
  const id = idIn(request.path)
  if (id === undefined) {
    const items = asList(body)
    const isNone = status >= 500 || status === 404 || (status === 200 && !items)
    if (isNone) return { violation: noList(reply), exchange }
    const [odd] = items?.filter((item) => !isObject(item)) ?? []
    return odd === undefined ? undefined : { violation: noPost(odd), exchange }
  }
  const violation = readMismatches(context, id, reply).find(
    ({ isFinal, clause }) => isFinal || clause === 'post.shape',
  )
  return violation && { violation, exchange }
}
