import type { Observation } from '../choices/detection.ts'
import { isBarred, mainClause } from '../judge/attempts.ts'
import { reportLost } from '../judge/created.ts'
import { keptPost } from '../judge/evidence.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'
import { setUp, states } from '../model/states.ts'
import { type Example, fillRequest } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import {
  type Exchange,
  isBusy,
  isRefusal,
  isSuccess,
  type SentRequest,
  writeOperations,
} from '../spec/exchange.ts'
import type { StateName, StateValues } from '../spec/states.ts'
import { SetUpError, WriteRefused } from '../wire/set-up-error.ts'
import { type ExampleWrite, performWrite } from './example-write.ts'
import type { SequenceRun } from './sequence-run.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))

/** The example of a key. @throws RangeError for an unknown one. */
function exampleOf(key: string): Example {
  const example = byKey.get(key)
  if (!example) throw new RangeError(`Failed to find the example ${key}.`)
  return example
}

/** How often an example is run at a service that says that it is busy. */
const mostTries = 4

/** Makes the states of an example true, sends its request, and judges the posts after it. */
export async function runExample(run: SequenceRun, key: string): Promise<void> {
  const { context, terms } = run
  const example = exampleOf(key)
  try {
    const prepare = () => (terms.creates ? setUp(example, context.setup) : givenValues(run, example))
    let values = await prepare()
    for (let tries = 1; values; tries++) {
      const { length } = context.own.history
      const result = await performExample(run, example, values)
      const { reply } = result.exchange
      if (!isBusy(reply) || run.hasFailed) return run.tell(key, result)
      if (tries === mostTries) {
        reportBusy(run, example, result.exchange)
        return run.tell(key, { notRun: `it answered ${reply.status} each time` })
      }
      // The same request again, unless it was done all the same.
      if (context.own.history.length > length) values = await prepare()
    }
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    if (error.exchange) await judgeSetUp(run, example, error.exchange)
    // Somebody else has a freed id by now.
    const isTaken = error instanceof WriteRefused && error.isForeign
    if (isTaken) context.record.excused.set(key, error.message)
    run.tell(key, { notRun: error.message, isTaken })
  }
}

/** Reports a write that a service never does, although it does others: it may crash behind its gateway. */
function reportBusy(run: SequenceRun, { operation, permits }: Example, exchange: Exchange): void {
  const isDoing = run.exchanges.some(
    ({ request, reply }) => writeOperations[request.method] === operation && isSuccess(reply),
  )
  if (operation === 'beside' || permits === 'anything' || !isDoing) return
  const about = `a ${operation} fails each time, and others do not`
  const [expected, actual] = ['a status of success', `status ${exchange.reply.status}`]
  run.context.reportOn(exchange, { clause: mainClause[operation], about, expected, actual })
}

/** How many posts to try until one is readable. */
const mostPrivate = 8

/** The values of a state that needs no write; undefined where the provider has no such post. */
async function givenValues({ context }: SequenceRun, example: Example): Promise<StateValues | undefined> {
  const given: Partial<Record<StateName, () => Promise<StateValues | undefined>>> = {
    'several posts exist': async () => ({}),
    'a post exists': async () => {
      for (const id of [...context.foreign].slice(0, mostPrivate))
        if (!isBarred(await context.look(`/posts/${id}`))) return { id }
      return undefined
    },
    'no post has the id': () => states['no post has the id'](context.setup),
  }
  const [state] = example.states
  return state === undefined ? {} : await given[state]?.()
}

/** Whether an example can run on the posts of others. */
export function isReadOnly({ request, states }: Example): boolean {
  const [state, ...more] = states
  const isGiven = ['several posts exist', 'a post exists', 'no post has the id', undefined].includes(state)
  return request.method === 'GET' && isGiven && more.length === 0
}

/** Judges an ordinary write that did not make a state true. */
async function judgeSetUp({ context }: SequenceRun, { key }: Example, exchange: Exchange): Promise<void> {
  context.open(key, exchange)
  const { method, body = '' } = exchange.request
  const operation = writeOperations[method]
  if (!operation) return
  const twins = context.own.alive.filter(({ title }) => body.includes(title))
  // A service may refuse a duplicate.
  if (operation === 'create' && isRefusal(exchange.reply) && twins.length > 0) return
  if (!isSuccess(exchange.reply)) return await judgeFailedWrite(context, operation, exchange)
  for (const { id } of twins) context.own.spoilt.add(id)
  await reportLost(context, twins.length > 0 ? 'create.not-idempotent' : 'create.adds', body)
}

/** Sends the request of an example whose states are true, and looks at what it may have changed. */
async function performExample(run: SequenceRun, example: Example, values: StateValues): Promise<Observation> {
  const { context } = run
  const request = fillRequest(example, values)
  const isRead = request.method === 'GET'
  const { exchange, id } = isRead
    ? await performRead(run, example, request, values)
    : await performWrite(run, example, request)
  if (isRead || isSuccess(exchange.reply))
    for (const clause of example.clauses) context.record.observe(clause)
  const read = context.seen.findLast((each) => each.request.path === `/posts/${id}` && isSuccess(each.reply))
  const kept = read && isSuccess(exchange.reply) ? keptPost(read.reply, request.body) : undefined
  return { exchange: context.kept(exchange), values, ...(kept === undefined ? {} : { kept }) }
}

/** Reads twice, because a read must not change anything. */
async function performRead(
  run: SequenceRun,
  { key, operation, permits }: Example,
  request: SentRequest,
  { id }: StateValues,
): Promise<ExampleWrite> {
  const { context } = run
  if (operation === 'read' && id === undefined) return { exchange: await run.send(request) }
  const look = async () => {
    if (id === undefined) return await run.list()
    if (context.own.isGone(id)) return await run.read(id, 'delete.removes')
    return await (permits === 'not-found' ? run.readNone(id) : run.read(id))
  }
  context.open(key)
  await run.ask(look)
  const exchange = context.seen.find((each) => each.request.path === request.path)
  if (!run.hasFailed) await look()
  if (!run.hasFailed && operation === 'read') await run.list()
  return { exchange: exchange ?? { request, reply: await context.look(request.path) } }
}
