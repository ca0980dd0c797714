import { isJsonType } from '../judge/reply-check.ts'
import type { Exchange, ReceivedReply } from '../scenarios/exchange.ts'
import { firstPost } from '../scenarios/sequences.ts'
import { SetUpError } from '../wire/failure.ts'
import { wantsHeader } from '../wire/gateway.ts'
import { policies, tryAgain } from '../wire/retry.ts'
import { isSuccess, mayBeOfHeaders, noDecisionIn, tlsNeededBy } from '../wire/status.ts'
import { check, listViolations } from './checks.ts'
import { leavesOut, type RunContext } from './context.ts'
import { wholeList } from './requests.ts'
import { runSequence, type SequenceOutcome, withSequence } from './run-sequence.ts'

/**
 * Checks the list for the first time.
 * @returns a list that is not there: empty, as a create shows, or of no service.
 * @throws SetUpError where the list cannot be read.
 */
export async function lookFirst(context: RunContext): Promise<Exchange | undefined> {
  return await withSequence(context, async (run) => {
    const [list] = await check(run, [], async () => {
      const violations = await listViolations(run)
      const [first] = run.evidence.seen
      if (first && mayBeEmpty(first.reply) && !leavesOut(context, 'create')) return []
      if (first && isOfNoService(first.reply)) throw noService(first)
      return violations
    })
    if (list && mayBeEmpty(list.reply)) return list
    for (const clause of ['list.ok', 'post.shape'] as const) context.record.observe(clause)
    for (const each of run.model.odd) context.record.odd.add(each)
    return undefined
  })
}

/** Whether a reply may be of a service that has no posts. A server without a service answers with a page or a plain text. */
function mayBeEmpty({ status, headers, body }: ReceivedReply): boolean {
  return status === 404 && (body === '' || isJsonType(headers['content-type']))
}

/** Whether a reply is of an address without a service, or only of its gateway. */
function isOfNoService(reply: ReceivedReply): boolean {
  const isOfGateway = noDecisionIn(reply) !== undefined || tlsNeededBy(reply) !== undefined
  return reply.status === 404 || isOfGateway || wantsHeader(reply)
}

function noService(list: Exchange): SetUpError {
  const answer = isSuccess(list.reply) ? 'a page of HTML' : list.reply.status
  return new SetUpError(`GET /posts answered ${answer}`, list)
}

/**
 * Creates a post and deletes it: a run that cannot delete ends here, and leaves one post.
 * @param list what {@link lookFirst} returned.
 * @throws SetUpError where no create, or no delete, is done.
 */
export async function begin(context: RunContext, list: Exchange | undefined): Promise<void> {
  // A replica may still show posts that were deleted before the run.
  if (context.visibility.isEventual)
    await withSequence(context, async (run) => {
      await run.settle()
      await wholeList(run)
    })
  const isOwn = ({ refused }: SequenceOutcome) => !refused?.isForeign
  const outcome = await tryAgain(policies.takenId, () => runSequence(context, firstPost), isOwn)
  const { latest, accepted } = context.record.attempts.create
  if (list && accepted === 0 && outcome.error === undefined) {
    context.record.observations.clear()
    throw noService(list)
  }
  // A service may ask for what the document does not show, such as a header.
  if (!latest || !mayBeOfHeaders(latest.reply)) context.record.findings.push(...outcome.findings)
  if (outcome.error !== undefined) throw outcome.error
  throwIfNotDone(context, 'create', outcome)
  if (!leavesOut(context, 'delete')) {
    throwIfNotDone(context, 'delete', outcome)
    if (outcome.findings.length > 0) await throwIfLeft(context, outcome)
  }
}

function throwIfNotDone(
  { record }: RunContext,
  operation: 'create' | 'delete',
  { refused, findings }: SequenceOutcome,
): void {
  const { accepted, latest } = record.attempts[operation]
  if (accepted > 0) return
  if (refused) throw refused
  const answered = latest && `${latest.request.method} ${latest.request.path} answered ${latest.reply.status}`
  const why =
    findings.length > 0 ? 'a clause was broken before it' : 'the list shows no new post with an int64 id'
  throw new SetUpError(answered ?? `no ${operation} was done, as ${why}`, latest)
}

/** @throws SetUpError where the list still shows the post of a sequence; a read may, where the service only marks it as deleted. */
async function throwIfLeft(context: RunContext, { exchanges, mark }: SequenceOutcome): Promise<void> {
  const [id] = exchanges.flatMap(({ made = [] }) => made)
  if (id === undefined) return
  await withSequence(context, async (run) => {
    const isGone = async () => {
      const { list } = await wholeList(run)
      return list.marked(mark).length > 0 ? undefined : true
    }
    if (!(await run.poll(isGone))) throw new SetUpError(`the list still shows post ${id} after its DELETE`)
  })
}
