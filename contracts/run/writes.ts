import { fieldNames } from '../../handlers/fields.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/excerpt.ts'
import type { ShownExchange } from '../judge/finding.ts'
import { failedWrite } from '../judge/write-check.ts'
import { idIn, postPath } from '../scenarios/addresses.ts'
import { type Exchange, plainRequest } from '../scenarios/exchange.ts'
import { policies, tryAgain } from '../wire/retry.ts'
import { isBusy, isSuccess } from '../wire/status.ts'
import { checkRead, report } from './checks.ts'
import { noteEffect } from './effects.ts'
import type { PlannedWrite } from './plan.ts'
import { ask, look, sendAll, wholeList } from './requests.ts'
import type { Sequence } from './sequence.ts'

/** A write that was performed, and the id of its post, if it has one. */
export interface Performed {
  readonly exchange: Exchange
  readonly id: PostId | undefined
}

/** Sends independent writes concurrently, judges them, and notes their effects. */
async function perform(
  run: Sequence,
  all: readonly PlannedWrite[],
  failed?: FailedWrite[],
): Promise<Performed[]> {
  const exchanges = await sendAll(
    run,
    all.map(({ request }) => request),
  )
  const performed: Performed[] = []
  for (const [at, write] of all.entries()) {
    const exchange = exchanges[at] as Exchange
    const { statuses } = run.context.record.attempts[write.operation]
    if (write.permits === 'success' && isSuccess(exchange.reply)) statuses.add(exchange.reply.status)
    if (!isPermitted(write, exchange)) {
      run.context.record.refuse(write.operation, exchange)
      if (failed) failed.push({ write, exchange })
      else await judgeFailed(run, { write, exchange })
    }
    performed.push({ exchange, id: await noteEffect(run, write, exchange) })
  }
  return performed
}

/** Performs a write, again where the service is busy and did not do it. */
export async function performOne(run: Sequence, write: PlannedWrite): Promise<Performed> {
  const { idEvents } = run.model
  const once = async () => (await perform(run, [write]))[0] as Performed
  const isEnough = ({ exchange }: Performed) =>
    !isBusy(exchange.reply) || run.model.idEvents !== idEvents || run.hasFailed
  return await tryAgain(policies.busy, once, isEnough)
}

/** A write that the service must not fail at, and its reply. */
export interface FailedWrite {
  readonly write: PlannedWrite
  readonly exchange: Exchange
}

/**
 * Performs writes, as many concurrently as permitted, and reads what was created: nothing else proves that the posts
 * are the run's own.
 * @param failed gets the writes that fail, for {@link judgeFailed}. Default they are judged at once.
 * @returns which of them were refused, or failed.
 */
export async function performAll(
  run: Sequence,
  all: readonly PlannedWrite[],
  failed?: FailedWrite[],
): Promise<number[]> {
  const undone: number[] = []
  const { pace } = run.context
  for (let at = 0, width = 1; at < all.length && !run.hasFailed; at += width) {
    width = pace.free
    const some = all.slice(at, at + width)
    const done = await perform(run, some, failed)
    const created = done.flatMap(({ id }, each) => (id === undefined || some[each]?.post ? [] : id))
    // One list proves all; otherwise the guard reads it for each.
    const [replies] = await Promise.all([
      Promise.all(created.map((id) => look(run, postPath(id)))),
      created.length > 1 ? wholeList(run) : undefined,
    ])
    for (const [each, id] of created.entries()) if (replies[each]?.status !== 200) await checkRead(run, id)
    undone.push(...done.flatMap(({ exchange }, each) => (isSuccess(exchange.reply) ? [] : at + each)))
  }
  return undone
}

function isPermitted({ permits }: PlannedWrite, { reply }: Exchange): boolean {
  return permits === 'anything' || isSuccess(reply) || (permits !== 'success' && reply.status < 500)
}

/** Judges a write that the service must not fail at; where it does not find its post, that is read. */
export async function judgeFailed(
  run: Sequence,
  { write: { operation, permits, fields }, exchange }: FailedWrite,
): Promise<void> {
  const { request, reply } = exchange
  const id = reply.status === 404 ? idIn(request.path) : undefined
  const read = id === undefined ? [] : [await ask(run, plainRequest('GET', postPath(id)))]
  const isSame = ({ made, request: { body } }: ShownExchange) => made !== undefined && body === request.body
  const earlier = run.evidence.exchanges.filter(isSame)
  // A special text has no mark.
  const name = fieldNames.find((each) => fields && !fields[each].includes(run.marker))
  const special = name ? `the ${name} ${brief(stringifyJson(fields?.[name]))}` : 'unusual texts'
  const usual = permits === 'success' ? 'ordinary texts' : special
  const texts = earlier.length > 0 ? 'the texts of an earlier post' : usual
  const violation = failedWrite(run.model, operation, exchange, texts, read[0]?.reply)
  if (violation) report(run, violation, ...earlier, exchange, ...read)
}
