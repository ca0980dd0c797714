import type { JsonValue } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { keptPost } from '../judge/excerpt.ts'
import { type Example, fillRequest, mayMakeForeign, type StateValues } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import {
  type Exchange,
  idIn,
  isBusy,
  isSuccess,
  type SentRequest,
  writeOperations,
} from '../spec/exchange.ts'
import { SetUpError, WriteRefused } from '../wire/failure.ts'
import type { ExampleResult, SequenceRun } from './sequence-run.ts'
import { setUp } from './states.ts'
import { type Performed, type Prepared, performOne, preparedOf } from './write.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))

/** Makes the states of an example true, sends its request, and judges the posts after it. */
export async function runExample(run: SequenceRun, key: string): Promise<void> {
  const example = byKey.get(key)
  if (!example) throw new RangeError(`Failed to find the example ${key}.`)
  run.subject = key
  const result = await performExample(run, example).catch((error: unknown) => {
    if (!(error instanceof SetUpError)) throw error
    // Another client has a freed id by now.
    return { notRun: error.message, isTaken: error instanceof WriteRefused && error.isForeign }
  })
  if (result) run.examples.set(key, result)
  run.subject = undefined
}

/**
 * The result of an example, again where the service is busy, as it may have done it nevertheless; undefined where a run
 * that only reads does not find what it needs.
 */
async function performExample(
  run: SequenceRun,
  example: Example,
  isAgain = false,
): Promise<ExampleResult | undefined> {
  const values = await setUp(run, example.states)
  if (!values) return undefined
  if (run.hasFailed) return { notRun: 'a post that it needs is wrong' }
  const request = fillRequest(example, values)
  const isRead = request.method === 'GET'
  const { exchange, id } = isRead
    ? await performRead(run, example, request, values)
    : await performWrite(run, example, request)
  const { reply } = exchange
  if (isBusy(reply) && !run.hasFailed) {
    if (isAgain) return { notRun: `it answered ${reply.status} each time` }
    return await performExample(run, example, true)
  }
  if (isRead || isSuccess(reply)) for (const clause of example.clauses) run.terms.record.observe(clause)
  const kept = isSuccess(reply) ? keptOf(run, request, id) : undefined
  return { exchange: run.kept(exchange), values, ...defined({ kept }) }
}

/** The post of a write that succeeded, as it was read afterwards; that of a delete as it was before. */
function keptOf(
  run: SequenceRun,
  { method, path, body }: SentRequest,
  id: PostId | undefined,
): JsonValue | undefined {
  const deleted = method === 'DELETE' ? idIn(path) : undefined
  const before = deleted === undefined ? undefined : run.own.versions(deleted).at(-1)
  if (deleted !== undefined && before) return { id: deleted, ...before }
  const isRead = ({ request, reply }: Exchange) =>
    request.method === 'GET' && request.path === `/posts/${id}` && isSuccess(reply)
  const read = run.seen.findLast(isRead)
  return read && keptPost(read.reply, body)
}

/** Reads twice, because a read must not change anything. */
async function performRead(
  run: SequenceRun,
  { operation }: Example,
  request: SentRequest,
  { id }: StateValues,
): Promise<Performed> {
  const isList = operation === 'list'
  if (!isList && id === undefined) return { exchange: await run.send(request), id }
  const look = () => (isList || id === undefined ? run.list() : run.read(id))
  run.open()
  await look()
  const exchange = run.seen.find(({ request: { path } }) => path === request.path) as Exchange
  if (!run.hasFailed) await look()
  if (!run.hasFailed && !isList) await run.list()
  return { exchange, id: undefined }
}

/** Sends a write and judges its effect; and the same again, where that must change nothing. */
async function performWrite(run: SequenceRun, example: Example, request: SentRequest): Promise<Performed> {
  const operation = writeOperations[request.method]
  if (!operation) return await performOther(run, request)
  // The post that it may make without the sent texts is the one that this list does not show.
  if (mayMakeForeign(example)) await run.list()
  const made = preparedOf(run, operation, request, example.permits)
  const done = await performAndLook(run, made)
  const isRepeated = made.post && example.clauses.some((each) => each.endsWith('.idempotent'))
  if (!isRepeated || run.hasFailed || !isSuccess(done.exchange.reply)) return done
  // A service may answer that there is nothing to do.
  const permits = made.fields ? 'success-or-refusal' : 'anything'
  await performAndLook(run, preparedOf(run, operation, request, permits))
  return done
}

/** Sends a request that the document does not describe: what it changes is not judged. */
async function performOther(run: SequenceRun, request: SentRequest): Promise<Performed> {
  const exchange = await run.send(request)
  const id = idIn(request.path)
  if (id !== undefined && isSuccess(exchange.reply)) run.own.incomplete.set(id, {})
  return { exchange, id }
}

/** Performs a write, and looks at the posts, and at that of the write where it is, or was, the run's. */
async function performAndLook(run: SequenceRun, made: Prepared): Promise<Performed> {
  const done = await performOne(run, made)
  const isOwn = done.id !== undefined && run.own.versions(done.id).length > 0
  await run.checkAfter('both', made.clause, isOwn ? done.id : undefined)
  return done
}
