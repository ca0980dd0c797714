import { setImmediate } from 'node:timers/promises'
import { isSafe } from '../../handlers/http/plain.ts'
import { wireViolation } from '../judge/reply-check.ts'
import { postOf } from '../model/reference-model.ts'
import { idIn } from '../scenarios/addresses.ts'
import { type Exchange, plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import { type Listing, listingOf } from '../scenarios/post-text.ts'
import { ProviderUnreachable, SetUpError } from '../wire/failure.ts'
import { unanswered } from '../wire/messages.ts'
import { isNotYet, noDecisionIn } from '../wire/status.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { Sequence } from './sequence.ts'

/** Sends a request and starts a new check with it. */
export async function send(run: Sequence, request: SentRequest): Promise<Exchange> {
  const [exchange] = (await sendAll(run, [request])) as [Exchange]
  return exchange
}

/** How often a client reads during concurrent requests, at the most. */
const mostLooks = 3

/**
 * Sends requests concurrently.
 * @param isAtOnce whether that is what is tested: a client that reads, then reads again while others write. Default to
 * save time.
 */
export async function sendAll(
  run: Sequence,
  requests: readonly SentRequest[],
  isAtOnce = false,
): Promise<Exchange[]> {
  const writes = requests.filter(({ method }) => !isSafe(method))
  let underWay = writes.length
  const settled = await Promise.allSettled(
    requests.map(async (request, at) => {
      // A write is noted before it leaves: a read after it must not overtake it.
      for (let turn = 0; isAtOnce && turn < at; turn++) await setImmediate()
      if (!isSafe(request.method)) return [await ask(run, request).finally(() => underWay--)]
      const exchanges = [await ask(run, request)]
      while (isAtOnce && underWay > 0 && exchanges.length < mostLooks) exchanges.push(await ask(run, request))
      return exchanges
    }),
  )
  const failed = settled.find((each) => each.status === 'rejected')
  if (failed && writes.length > 1) run.isUnclear = true
  if (failed) throw failed.reason
  const exchanges = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  run.evidence.trace(exchanges, isAtOnce)
  run.evidence.startCheck(...exchanges.slice(-1))
  return exchanges
}

/** Reads as a part of the current check. */
export async function look(run: Sequence, path: string): Promise<ReceivedReply> {
  return (await ask(run, plainRequest('GET', path))).reply
}

/** The list with all its pages, and the reply that is not one. */
export async function wholeList(
  run: Sequence,
): Promise<{ readonly list: Listing; readonly broken?: ReceivedReply | undefined }> {
  const { items, broken, isPaged } = await readWholeList(({ path }) => look(run, path))
  if (isPaged) run.context.pace.isPaged = true
  return { list: listingOf(items), broken }
}

/** Sends a request as a part of the current check. */
export async function ask(run: Sequence, request: SentRequest): Promise<Exchange> {
  const { method, path, body = '' } = request
  if (!isSafe(method)) run.note({ kind: 'write', method, id: idIn(path), body })
  const first = await exchanged(run, request)
  const exchange = (await askedAgain(run, first)) ?? first
  run.evidence.record(exchange)
  return exchange
}

async function exchanged(run: Sequence, request: SentRequest): Promise<Exchange> {
  const { context, evidence } = run
  const reply = await context.send(request).catch((error: unknown) => {
    if (error instanceof ProviderUnreachable) evidence.record({ request, reply: unanswered })
    throw error
  })
  if (!isSafe(request.method)) context.visibility.wrote()
  const exchange = { request, reply }
  judgeReply(run, exchange)
  return exchange
}

/** Repeats the delete of a post that a service may not delete yet; undefined where it never does. */
async function askedAgain(run: Sequence, { request, reply }: Exchange): Promise<Exchange | undefined> {
  const id = request.method === 'DELETE' ? idIn(request.path) : undefined
  if (id === undefined || !postOf(run.model, id) || !isNotYet(reply)) return undefined
  return await run.poll(async () => {
    const next = await exchanged(run, request)
    return isNotYet(next.reply) ? undefined : next
  })
}

/** Notes a reply, and what is wrong with it, whatever its request is for. @throws SetUpError where every read of the run's posts was refused. */
function judgeReply(run: Sequence, exchange: Exchange): void {
  const { record } = run.context
  const { list, read } = record.attempts
  const { request, reply } = exchange
  const noDecision = noDecisionIn(reply)
  // A gateway says nothing about the service behind it.
  if (list.accepted === 0 && noDecision) return
  record.note(exchange, run.model)
  const violation = wireViolation(exchange)
  if (violation && !run.hasFailed) {
    record.observe(violation.clause)
    run.find(violation, [run.evidence.kept(exchange)])
  }
  const id = request.method === 'GET' ? idIn(request.path) : undefined
  if (read.accepted === 0 && noDecision === 'refused' && id !== undefined && postOf(run.model, id))
    throw new SetUpError(`GET ${request.path} answered ${reply.status}`, exchange)
}
