import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/check-context.ts'
import { judgeFailedWrite, unusual } from '../judge/failed-write.ts'
import { wholeList } from '../judge/views.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Example, mayMakeForeign } from '../spec/example.ts'
import {
  type Exchange,
  idIn,
  isRefusal,
  isSuccess,
  type SentRequest,
  writeOperations,
} from '../spec/exchange.ts'
import { isObject, readBody, sentTexts } from '../spec/post-text.ts'
import type { SequenceRun } from './sequence-run.ts'
import { type Prepared, take } from './write.ts'

/** A write of an example that was sent, and the post that it was to, or that it made. */
export interface ExampleWrite {
  readonly exchange: Exchange
  readonly id?: PostId | undefined
}

/** Sends the write of an example and judges its effect; and the same again, where that must change nothing. */
export async function performWrite(
  run: SequenceRun,
  example: Example,
  request: SentRequest,
): Promise<ExampleWrite> {
  const { key, permits, clauses } = example
  const made = preparedOf(run, request, permits)
  if (!made) return await performOther(run, request)
  // The post that it may make without the sent texts is the one that this list does not show.
  if (mayMakeForeign(example)) await run.list()
  const done = await send(run, key, made, permits)
  await lookAfter(run, made.clause, done.id)
  const again = clauses.find((each) => each.endsWith('.idempotent'))
  if (!again || !made.post || run.hasFailed || !isSuccess(done.exchange.reply)) return done
  // A service may answer that there is nothing to do.
  const repeated = preparedOf(run, request, permits) ?? made
  await send(run, `${key}, repeated`, repeated, made.fields ? 'success-or-refusal' : 'anything')
  await lookAfter(run, again, made.post.id)
  return done
}

/** The write of a request as that of a step; undefined where it is not one of the operations. */
function preparedOf(
  { context }: SequenceRun,
  request: SentRequest,
  permits: Example['permits'],
): Prepared | undefined {
  const { own } = context
  const operation = writeOperations[request.method]
  if (!operation) return undefined
  const { title = '', content = '' } = sentTexts({ request })
  const id = idIn(request.path)
  const post = id === undefined ? undefined : own.get(id)
  const isTwin = own.alive.some((each) => each.title === title && each.content === content)
  const isGone = id !== undefined && own.isGone(id)
  const clauses = {
    create: isTwin ? 'create.not-idempotent' : 'create.adds',
    replace: 'replace.whole',
    delete: isGone ? 'delete.idempotent' : post ? 'delete.removes' : 'others.untouched',
  } as const
  const token = context.tokenIn(title, content)
  return {
    operation,
    request,
    clause: clauses[operation],
    isPlain: permits === 'success',
    ...(post ? { post } : { unused: id }),
    ...(operation === 'delete' ? {} : { fields: { title, content } }),
    ...(token === undefined ? {} : { token }),
  }
}

/** Sends a request that the document does not describe: what it changes is not judged. */
async function performOther({ context }: SequenceRun, request: SentRequest): Promise<ExampleWrite> {
  const exchange = await context.send(request)
  const id = idIn(request.path)
  if (id !== undefined && isSuccess(exchange.reply)) context.incomplete.add(id)
  return { exchange, id }
}

/** Sends a write, judges whether it may fail, and notes its effect. */
async function send(
  run: SequenceRun,
  subject: string,
  made: Prepared,
  permits: Example['permits'],
): Promise<ExampleWrite> {
  const { context } = run
  const exchange = await run.send(made.request)
  const { status } = exchange.reply
  context.open(subject, exchange)
  const isPermitted =
    permits === 'anything' || isSuccess(exchange.reply) || (permits !== 'success' && status < 500)
  if (!isPermitted)
    await judgeFailedWrite(context, made.operation, exchange, permits === 'success' ? undefined : unusual)
  const isUnusual = permits === 'anything' && !isRefusal(exchange.reply)
  if (isUnusual && made.operation === 'create') return { exchange, id: await takeUnusual(run, exchange) }
  const id = await take(run, made, exchange)
  context.open(subject, exchange)
  if (isUnusual && made.post && made.fields && !isExact(exchange)) await judgeIncomplete(run, made, exchange)
  return { exchange, id }
}

/**
 * Takes over the post of an unusual create that the list shows with the sent texts, whatever the reply says. Returns its
 * id; undefined where there is none.
 */
async function takeUnusual(run: SequenceRun, exchange: Exchange): Promise<PostId | undefined> {
  const { context } = run
  await run.terms.settle()
  const { title, content } = sentTexts(exchange)
  const token = context.tokenIn(title, content)
  const { list } = await wholeList(context)
  const listed = (token === undefined ? [] : list.marked(token)).flatMap((item) =>
    isObject(item) ? (toPostId(item.id) ?? []) : [],
  )
  const id = listed.find((each) => !context.own.get(each))
  if (id === undefined) {
    // The only new post is removed at the end of the sequence.
    const unmarked = await context.setup.findUnmarked(exchange.reply)
    if (unmarked !== undefined) context.incomplete.add(unmarked)
    return undefined
  }
  if (!isExact(exchange)) context.incomplete.add(id)
  const isNamed = fieldsOf(exchange).id === id
  run.keep(id, { title: title ?? '', content: content ?? '' }, isNamed ? 'named' : 'created')
  return id
}

/** Whether a request has both texts, as a service must read them. */
function isExact(exchange: Exchange): boolean {
  const { title, content } = fieldsOf(exchange)
  const { 'content-type': type, ...others } = exchange.request.headers
  const isJson =
    /^application\/json(?:; charset=utf-8)?$/.test(type ?? '') && Object.keys(others).length === 0
  return isJson && typeof title === 'string' && typeof content === 'string'
}

function fieldsOf({ request: { body = '' } }: Exchange) {
  const fields = readBody(body)
  return isObject(fields) ? fields : {}
}

/** Judges an accepted replace that lacks a text, or has another type: the old text must not stay. */
async function judgeIncomplete(run: SequenceRun, { post }: Prepared, exchange: Exchange): Promise<void> {
  const { context } = run
  if (!post || !isSuccess(exchange.reply)) return
  const sent = sentTexts(exchange)
  context.incomplete.add(post.id)
  await context.check(['replace.whole'], async () => {
    const body = readBody((await context.look(`/posts/${post.id}`)).body)
    // An empty text may be the old one or a new one.
    const kept = (['title', 'content'] as const).find(
      (field) => sent[field] === undefined && post[field] && isObject(body) && body[field] === post[field],
    )
    if (!kept) return []
    const [about, actual] = [`a replace kept the old ${kept}`, brief(post[kept])]
    return [{ clause: 'replace.whole', about, expected: `not the old ${kept}`, actual }]
  })
}

/** Looks at the posts, and at that of the write where it is, or was, the run's. */
async function lookAfter(run: SequenceRun, clause: ClauseId, id: PostId | undefined): Promise<void> {
  const { own } = run.context
  const isKnown = id !== undefined && (own.get(id) !== undefined || own.isGone(id))
  // The clause of a new post follows from the views that show it wrong.
  if (clause !== 'create.adds') return await run.look('both', clause, isKnown ? id : undefined)
  await run.list()
  if (isKnown && !run.hasFailed) await run.read(id)
}
