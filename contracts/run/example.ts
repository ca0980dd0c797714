import type { Observation } from '../choices/detection.ts'
import { brief, keptPost } from '../judge/excerpt.ts'
import { type Example, fillRequest, mayMakeForeign, type StateValues } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import { idIn, isBusy, isRefusal, isSuccess, type SentRequest, writeOperations } from '../spec/exchange.ts'
import { isObject, readBody, sentTexts } from '../spec/post-text.ts'
import { SetUpError, WriteRefused } from '../wire/failure.ts'
import type { ExampleResult, SequenceRun } from './sequence-run.ts'
import { setUp } from './states.ts'
import { isExact, type Performed, type Prepared, performOne, preparedOf } from './write.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))

/** Makes the states of an example true, sends its request, and judges the posts after it. */
export async function runExample(run: SequenceRun, key: string): Promise<void> {
  const example = byKey.get(key)
  if (!example) throw new RangeError(`Failed to find the example ${key}.`)
  run.subject = key
  const result = await resultOf(run, example)
  if (result) run.examples.set(key, result)
  run.subject = undefined
}

/** Runs an example; undefined where a run that only reads does not find what it needs. */
async function resultOf(run: SequenceRun, example: Example): Promise<ExampleResult | undefined> {
  try {
    const values = await setUp(run, example.states)
    if (!values) return undefined
    if (run.hasFailed) return { notRun: 'a post that it needs is wrong' }
    const result = await performExample(run, example, values)
    const { reply } = result.exchange
    return isBusy(reply) && !run.hasFailed ? { notRun: `it answered ${reply.status} each time` } : result
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    // Another client has a freed id by now.
    return { notRun: error.message, isTaken: error instanceof WriteRefused && error.isForeign }
  }
}

/** Sends the request of an example whose states are true, and looks at what it may have changed. */
async function performExample(run: SequenceRun, example: Example, values: StateValues): Promise<Observation> {
  const request = fillRequest(example, values)
  const isRead = request.method === 'GET'
  const { exchange, id } = isRead
    ? await performRead(run, example, request, values)
    : await performWrite(run, example, request)
  if (isRead || isSuccess(exchange.reply))
    for (const clause of example.clauses) run.terms.record.observe(clause)
  const read = run.seen.findLast((each) => each.request.path === `/posts/${id}` && isSuccess(each.reply))
  const kept = read && isSuccess(exchange.reply) ? keptPost(read.reply, request.body) : undefined
  return { exchange: run.kept(exchange), values, ...(kept === undefined ? {} : { kept }) }
}

/** Reads twice, because a read must not change anything. */
async function performRead(
  run: SequenceRun,
  { operation }: Example,
  request: SentRequest,
  { id }: StateValues,
): Promise<Performed> {
  if (operation === 'read' && id === undefined) return { exchange: await run.send(request), id }
  const look = () => (id === undefined ? run.list() : run.read(id))
  run.open()
  await look()
  const exchange = run.seen.find((each) => each.request.path === request.path)
  if (!run.hasFailed) await look()
  if (!run.hasFailed && operation === 'read') await run.list()
  return { exchange: exchange ?? { request, reply: await run.look(request.path) }, id: undefined }
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
  run.open(done.exchange)
  return done
}

/** Sends a request that the document does not describe: what it changes is not judged. */
async function performOther(run: SequenceRun, request: SentRequest): Promise<Performed> {
  const exchange = await run.send(request)
  const id = idIn(request.path)
  if (id !== undefined && isSuccess(exchange.reply)) run.own.incomplete.add(id)
  return { exchange, id }
}

/** Performs a write, and looks at the posts, and at that of the write where it is, or was, the run's. */
async function performAndLook(run: SequenceRun, made: Prepared): Promise<Performed> {
  const { own } = run
  const done = await performOne(run, made)
  const { exchange, id } = done
  const isOpen = made.permits === 'anything' && !isRefusal(exchange.reply)
  if (isOpen && made.post && made.fields && !isExact(exchange)) await judgeIncomplete(run, made, exchange)
  const isKnown = id !== undefined && (own.get(id) !== undefined || own.isGone(id))
  // The clause of a new post follows from the views that show it wrong.
  if (made.clause !== 'create.adds') await run.checkAfter('both', made.clause, isKnown ? id : undefined)
  else if (!run.hasFailed) {
    await run.list()
    if (isKnown && !run.hasFailed) await run.read(id)
  }
  return done
}

/** Judges an accepted replace that lacks a text, or has another type: the old text must not stay. */
async function judgeIncomplete(
  run: SequenceRun,
  { post }: Prepared,
  exchange: Performed['exchange'],
): Promise<void> {
  if (!post || !isSuccess(exchange.reply)) return
  const sent = sentTexts(exchange)
  run.own.incomplete.add(post.id)
  await run.terms.settle()
  await run.check(['replace.whole'], async () => {
    const body = readBody((await run.look(`/posts/${post.id}`)).body)
    // An empty text may be the old one or a new one.
    const kept = (['title', 'content'] as const).find(
      (field) => sent[field] === undefined && post[field] && isObject(body) && body[field] === post[field],
    )
    if (!kept) return []
    const [about, actual] = [`a replace kept the old ${kept}`, brief(post[kept])]
    return [{ clause: 'replace.whole', about, expected: `not the old ${kept}`, actual }]
  })
}
