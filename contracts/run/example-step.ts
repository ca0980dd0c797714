import type { Observation } from '../choices/detection.ts'
import { mainClause } from '../judge/attempts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { keptPost } from '../judge/evidence.ts'
import { judge } from '../judge/judge.ts'
import { checkList } from '../judge/list-check.ts'
import { judgeSetUp } from '../judge/set-up-check.ts'
import { setUp } from '../model/states.ts'
import { type Example, fillRequest } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import { type Exchange, isBusy, isSuccess } from '../spec/exchange.ts'
import { sentTexts } from '../spec/post-text.ts'
import type { StateValues } from '../spec/states.ts'
import { SetUpError, WriteRefused } from '../wire/set-up-error.ts'
import type { SequenceRun } from './sequence-run.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))

/** The example of a key. @throws RangeError for an unknown one. */
export function exampleOf(key: string): Example {
  const example = byKey.get(key)
  if (!example) throw new RangeError(`Failed to find the example ${key}.`)
  return example
}

/** Makes the states of an example true, sends its request, and judges the posts after it. */
export async function runExample(run: SequenceRun, key: string): Promise<void> {
  const { context } = run
  const example = exampleOf(key)
  const values = await valuesOf(context, example)
  if ('notRun' in values) return run.tell(key, values)
  if (run.hasFailed) return
  try {
    run.tell(key, await judgeExample(context, example, values))
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    // Somebody else has a freed id by now.
    if (error.isForeign) context.excused.set(key, error.message)
    run.tell(key, { notRun: error.message, isTaken: error.isForeign })
  }
}

async function valuesOf(
  context: CheckContext,
  example: Example,
): Promise<StateValues | { readonly notRun: string }> {
  try {
    const values = await setUp(example, context.setup)
    // The effect of a write shows only in comparison with the list before.
    if (example.request.method !== 'GET') {
      context.open(`before ${example.key}`)
      await context.check([], () => checkList(context), { recalls: true })
    }
    return values
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    if (error.exchange) await judgeSetUp(context, example.key, error.exchange)
    return { notRun: error.message }
  }
}

/** Sends the request of an example whose states are true, and judges the posts after it. */
export async function judgeExample(
  context: CheckContext,
  example: Example,
  values: StateValues,
): Promise<Observation> {
  const { setup } = context
  const request = fillRequest(example, values)
  const first = { request, reply: await setup.send(request) }
  context.open(example.key, first)
  const { title, content } = sentTexts(first)
  const { exchange, isDone } = await setup.repeatWhileBusy(first, context.tokenIn(title, content))
  if (isBusy(exchange.reply) && !isDone) reportBusy(context, example, exchange)
  else if (isBusy(first.reply))
    context.excuse(`the ${example.operation} answered ${first.reply.status} at first`)
  const id = await judge(context, example, exchange, values)
  const isRead = id !== undefined && isSuccess(exchange.reply)
  const read = isRead ? await setup.recall({ method: 'GET', path: `/posts/${id}`, headers: {} }) : undefined
  const kept = read && keptPost(read, request.body)
  return { exchange: context.kept(exchange), values, ...(kept === undefined ? {} : { kept }) }
}

/** Reports a write that a service never does, although it does others. */
function reportBusy(context: CheckContext, { operation, permits }: Example, exchange: Exchange): void {
  const isOrdinary = permits === 'success' || permits === 'success-or-refusal'
  if (operation === 'beside' || !isOrdinary || context.attempts.of(operation).accepted === 0) return
  context.reportOn(exchange, {
    clause: mainClause[operation],
    about: `a ${operation} fails each time, and others do not`,
    expected: 'a status of success',
    actual: `status ${exchange.reply.status}`,
  })
}
