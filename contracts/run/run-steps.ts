import { fieldNames } from '../../handlers/fields.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { keptPost } from '../judge/excerpt.ts'
import { idIn } from '../scenarios/addresses.ts'
import { examples } from '../scenarios/examples.ts'
import { type Exchange, type SentRequest, writeOperations } from '../scenarios/exchange.ts'
import {
  type Example,
  fillRequest,
  mayMakeForeign,
  type StateValues,
  type Step,
} from '../scenarios/scenario.ts'
import { rowsOf, type TextRow } from '../scenarios/texts.ts'
import { SetUpError, WriteRefused } from '../wire/failure.ts'
import { isBusy, isRefusal, isSuccess } from '../wire/status.ts'
import { runAtOnce } from './at-once.ts'
import type { ExampleResult, SequenceRun } from './sequence-run.ts'
import { setUp } from './states.ts'
import {
  deletionOf,
  idOf,
  type Performed,
  type Prepared,
  perform,
  performOne,
  prepare,
  preparedOf,
  writeTexts,
} from './write.ts'

/**
 * Runs steps until one shows a fault, then checks some posts and deletes all. Faults are findings of the run.
 */
export async function runSteps(run: SequenceRun, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (run.terms.isOver) break
    run.step++
    if (run.terms.leavesOut(step.do === 'many' ? step.write : step.do)) continue
    await runStep(run, step)
    if (run.hasFailed) return
  }
  run.step++
  const { own } = run
  for (const id of new Set([own.alive.at(-1)?.id, own.alive.at(0)?.id, own.gone.at(-1)]))
    if (id !== undefined && !run.hasFailed) await run.read(id)
  if (run.hasFailed || run.terms.leavesOut('delete') || own.alive.length === 0) return
  await performSome(
    run,
    own.alive.map(({ id }) => deletionOf(run, id)),
  )
  if (!run.hasFailed) await run.list('delete.removes')
}

async function runStep(run: SequenceRun, step: Step): Promise<void> {
  switch (step.do) {
    case 'list': {
      await repeatedly(run, step.times, () => run.list())
      const exchange = run.seen.findLast(({ request }) => request.path === '/posts')
      if (step.tells !== undefined && exchange) run.examples.set(step.tells, { exchange, values: {} })
      return
    }
    case 'read': {
      const id = idOf(run, step.post)
      return id === undefined ? undefined : await repeatedly(run, step.times, () => run.read(id))
    }
    case 'settle':
      return await run.settle()
    case 'many':
      return await writeMany(run, step)
    case 'example':
      return await runExample(run, step.key)
    case 'at once':
      return await runAtOnce(run, step.moves)
    default: {
      const made = await prepare(run, step)
      if (!made) return
      const { id } = await performOne(run, made)
      return await run.checkAfter(step.look, made.clause, id)
    }
  }
}

async function repeatedly(run: SequenceRun, times: number, view: () => Promise<void>): Promise<void> {
  await run.terms.waiting.settle()
  for (let time = 0; time < times && !run.hasFailed; time++) await view()
}

/** After so many writes of a step the list is checked: the guard reads again what no list has shown. */
const part = 16

/** Writes many texts; one by one those that a service refuses together. */
async function writeMany(
  run: SequenceRun,
  { write: operation, from, count }: Step & { readonly do: 'many' },
): Promise<void> {
  const latest = operation === 'replace' ? run.own.alive.toReversed() : []
  const write = async (rows: readonly TextRow[]): Promise<void> => {
    const all: Prepared[] = []
    for (const { texts } of rows) {
      const post = latest.shift()
      if (operation === 'replace' && !post) break
      const token = post && (run.tokenIn(...fieldNames.map((name) => post[name])) ?? post.title)
      const fields = texts(token ?? run.nextTitle())
      all.push(writeTexts(run, post?.id, fields, 'success-or-refusal'))
    }
    const refused = await performSome(run, all)
    const alone = rows
      .filter((_row, at) => refused.has(all[at] as Prepared))
      .flatMap((row) => row.alone ?? [])
    if (alone.length > 0) await write(alone)
  }
  const rows = rowsOf(operation, from, count)
  while (rows.length > 0 && !run.hasFailed) {
    await write(rows.splice(0, part))
    if (!run.hasFailed) await run.list(operation === 'create' ? 'list.all' : 'replace.whole')
  }
}

/**
 * Performs writes, as many concurrently as permitted, and reads what was created: nothing else proves that the posts
 * are the run's own. Returns the writes that were refused.
 */
async function performSome(run: SequenceRun, all: readonly Prepared[]): Promise<ReadonlySet<Prepared>> {
  const rest = [...all]
  const refused = new Set<Prepared>()
  while (rest.length > 0 && !run.hasFailed) {
    const some = rest.splice(0, run.terms.width)
    const done = await perform(run, some)
    const created = done.flatMap(({ id }, at) => (id === undefined || some[at]?.post ? [] : id))
    const replies = await Promise.all(created.map((id) => run.look(`/posts/${id}`)))
    for (const [at, id] of created.entries()) if (replies[at]?.status !== 200) await run.read(id)
    for (const [at, { exchange }] of done.entries())
      if (isRefusal(exchange.reply)) refused.add(some[at] as Prepared)
  }
  return refused
}

const byKey = new Map(examples.map((example) => [example.key, example]))

/** Makes the states of an example true, sends its request, and judges the posts after it. */
async function runExample(run: SequenceRun, key: string): Promise<void> {
  const example = byKey.get(key) as Example
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
