import { writeWith } from '../../../handlers/endpoints.ts'
import type { JsonValue } from '../../../handlers/model/json.ts'
import { defined } from '../../../handlers/model/members.ts'
import type { PostId } from '../../../handlers/model/post.ts'
import type { ExampleResult } from '../../choices/detection.ts'
import { keptPost } from '../../judge/excerpt.ts'
import { knownOf } from '../../model/reference-model.ts'
import { idIn, listPath } from '../../scenarios/addresses.ts'
import { examples } from '../../scenarios/examples.ts'
import type { Exchange, SentRequest } from '../../scenarios/exchange.ts'
import { type Example, fillRequest, mayMakeForeign, type StateValues } from '../../scenarios/scenario.ts'
import { SetUpError, WriteRefused } from '../../wire/failure.ts'
import { isBusy, isSuccess } from '../../wire/status.ts'
import { breakable, checkAfter, checkForeign, checkList, checkNotModified, checkRead } from '../checks.ts'
import { type PlannedWrite, planned } from '../plan.ts'
import { send } from '../requests.ts'
import type { Sequence } from '../sequence.ts'
import { setUp } from '../states.ts'
import { type Performed, performOne } from '../writes.ts'
import type { Command, StepOf } from './command.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))

/** Makes the requests before an example, sends its own, and judges the posts after it. */
export const example: Command<StepOf<'example'>> = {
  async run(run, { key }) {
    const result = await performed(run, byKey.get(key) as Example).catch((error: unknown) => {
      if (!(error instanceof SetUpError)) throw error
      // Another client has a freed id by now.
      const isTaken = error instanceof WriteRefused && error.isForeign
      return { kind: 'not run' as const, reason: error.message, isTaken }
    })
    if (result) run.context.record.examples.set(key, result)
  },
}

/** The result of an example; undefined where a run that only reads does not find what it needs. */
async function performed(run: Sequence, example: Example): Promise<ExampleResult | undefined> {
  const values = await setUp(run, example)
  if (!values) return undefined
  if (run.hasFailed) return { kind: 'not run', reason: 'a post that it was to use was already wrong' }
  const request = fillRequest(example, values)
  const isRead = request.method === 'GET'
  const { exchange, id } = isRead
    ? await performRead(run, example, request, values)
    : await performWrite(run, example, request)
  const { reply } = exchange
  if (isBusy(reply) && !run.hasFailed)
    return { kind: 'not run', reason: `it answered ${reply.status} each time` }
  if (isRead || isSuccess(reply))
    for (const clause of breakable(run, example.clauses, id)) run.context.record.observe(clause)
  const kept = isSuccess(reply) ? keptOf(run, request, id) : undefined
  return { kind: 'ran', exchange: run.evidence.kept(exchange), values, ...defined({ kept }) }
}

/** The post of a write that succeeded, as it was read afterwards; that of a delete as it was before. */
function keptOf(
  { model, evidence }: Sequence,
  { method, path }: SentRequest,
  id: PostId | undefined,
): JsonValue | undefined {
  const deleted = method === 'DELETE' ? idIn(path) : undefined
  const before = deleted === undefined ? undefined : knownOf(model, deleted).versions.at(-1)
  if (deleted !== undefined && before) return { id: deleted, ...before }
  const isRead = ({ request, reply }: Exchange) =>
    request.method === 'GET' && idIn(request.path) === id && isSuccess(reply)
  const read = id === undefined ? undefined : evidence.seen.findLast(isRead)
  return read && keptPost(read.reply)
}

/** Reads twice, because a read must not change anything. */
async function performRead(
  run: Sequence,
  { operation }: Example,
  request: SentRequest,
  { id }: StateValues,
): Promise<Performed> {
  const isList = operation === 'list'
  if (!isList && id === undefined) return { exchange: await send(run, request), id }
  const view = () => (isList || id === undefined ? checkList(run) : checkRead(run, id))
  run.evidence.startCheck()
  const [exchange] = (await view()) as [Exchange]
  if (!run.hasFailed) await view()
  if (!run.hasFailed && id !== undefined && run.model.foreign.has(id)) await checkForeign(run, id)
  if (!run.hasFailed && !isList) await checkList(run)
  if (!run.hasFailed && !isList) await checkNotModified(run, request.path, 'read.ok')
  if (!run.hasFailed) await checkNotModified(run, listPath, 'list.all')
  return { exchange, id: undefined }
}

/** Sends a write and judges its effect; and the same again, where that must change nothing. */
async function performWrite(run: Sequence, example: Example, request: SentRequest): Promise<Performed> {
  if (!writeWith(request.method)) return await performOther(run, request)
  // The post that it may make without the sent texts is the one that this list does not show.
  if (mayMakeForeign(example)) await checkList(run)
  const write = planned(run.model, request, example.permits)
  const done = await performAndLook(run, write)
  const isRepeated = write.post && example.clauses.some((each) => each.endsWith('.idempotent'))
  if (!isRepeated || run.hasFailed || !isSuccess(done.exchange.reply)) return done
  // A service may answer that there is nothing to do.
  await performAndLook(run, planned(run.model, request, write.fields ? 'success-or-refusal' : 'anything'))
  return done
}

/** Sends a request that the document does not describe: what it changes is not judged. */
async function performOther(run: Sequence, request: SentRequest): Promise<Performed> {
  const exchange = await send(run, request)
  const id = idIn(request.path)
  if (id !== undefined && isSuccess(exchange.reply)) run.note({ kind: 'incomplete', id })
  return { exchange, id }
}

/** Performs a write, and looks at the posts, and at that of the write where it is, or was, the run's. */
async function performAndLook(run: Sequence, write: PlannedWrite): Promise<Performed> {
  const done = await performOne(run, write)
  const isOwn = done.id !== undefined && knownOf(run.model, done.id).versions.length > 0
  await checkAfter(run, 'both', write.clause, isOwn ? done.id : undefined)
  return done
}
