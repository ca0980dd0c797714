import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/check-context.ts'
import { misnamedFault, reportLost, reportTakenId } from '../judge/create-check.ts'
import { judgeFailedWrite, unusual } from '../judge/failed-write.ts'
import { wholeList } from '../judge/views.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, isRefusal, isSuccess, jsonRequest, type SentRequest } from '../spec/exchange.ts'
import { nearTitle } from '../spec/marks.ts'
import { asPost, carries, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { idInBody } from '../wire/find-id.ts'
import type { SequenceRun } from './sequence-run.ts'
import { pick, type VersionPick, type Write } from './step.ts'
import { contentOf, contents, plainContents, replacement } from './texts.ts'

export interface Prepared {
  readonly write: Write | 'special texts'
  readonly request: SentRequest
  /** Its post, as it was when the write was prepared. */
  readonly post: OwnPost | undefined
  readonly fields: PostFields | undefined
  /** A unique text in them. Default the title. */
  readonly token?: string
}

/** The main clause of each write. */
export const clauseOfWrite = {
  create: 'create.adds',
  copy: 'create.not-idempotent',
  replace: 'replace.whole',
  'replace-as': 'replace.whole',
  delete: 'delete.removes',
} as const satisfies Record<Write['do'], ClauseId>

/** Makes the request of a write; undefined where the write needs a post and none exists. */
export async function prepare(run: SequenceRun, write: Write): Promise<Prepared | undefined> {
  if (write.do === 'create') {
    const title = await run.context.setup.freeTitle()
    return { write, ...posting({ title, content: contentOf(write.text, title) }) }
  }
  if (write.do === 'copy') {
    const fields = fieldsOf(run, write.of)
    if (!fields) return undefined
    const title = write.near ? nearTitle(fields.title) : fields.title
    const content = write.text === undefined ? fields.content : contentOf(write.text, title)
    return { write, ...posting({ title, content }) }
  }
  const post = pick(run.context.own.alive, write.post)
  if (!post) return undefined
  if (write.do === 'delete') return { write, post, fields: undefined, request: deleting(post.id) }
  const fields = write.do === 'replace' ? replacement(post.title, write.text) : fieldsOf(run, write.of)
  return fields && { write, post, fields, request: putting(post.id, fields) }
}

/** Sends one write, judges it, and notes its effect. Returns the id of its post. */
export async function perform(run: SequenceRun, made: Prepared): Promise<PostId | undefined> {
  const [done] = await performAtOnce(run, [made])
  return done?.id
}

/** A write that was performed: the id of its post, if it has one, and whether the service refused it. */
export interface Performed {
  readonly id: PostId | undefined
  readonly isRefused: boolean
}

/** Sends independent writes concurrently. */
export async function performAtOnce(run: SequenceRun, all: readonly Prepared[]): Promise<Performed[]> {
  const [only] = all
  const exchanges =
    only && all.length === 1
      ? [await run.send(only.request)]
      : await run.sendAll(all.map(({ request }) => request))
  const performed: Performed[] = []
  for (const [at, made] of all.entries()) {
    const exchange = exchanges[at] as Exchange
    const operation = made.fields ? (made.post ? 'replace' : 'create') : 'delete'
    const hasFailed = exchange.reply.status >= 500 || (!isSuccess(exchange.reply) && isPlain(made))
    if (hasFailed && !(await isTextRefused(run, made, exchange)))
      await judgeFailedWrite(run.context, operation, exchange, isPlain(made) ? undefined : unusual)
    performed.push({ id: await take(run, made, exchange), isRefused: isRefusal(exchange.reply) })
  }
  return performed
}

/** Whether a write was refused only for its text: with a unique text it succeeds. */
async function isTextRefused(run: SequenceRun, { write }: Prepared, { reply }: Exchange): Promise<boolean> {
  if (
    write === 'special texts' ||
    !('text' in write) ||
    (write.text ?? 0) >= contents.length ||
    !isRefusal(reply)
  )
    return false
  const again = await prepare(run, { ...write, text: contents.length } as Write)
  if (!again) return false
  const exchange = await run.send(again.request)
  await take(run, again, exchange)
  return isSuccess(exchange.reply)
}

/** Notes the expected effect of a write; for one that failed with 5xx, the actual effect. */
export async function take(
  run: SequenceRun,
  made: Prepared,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { post, fields } = made
  const isUnclear = !isSuccess(exchange.reply) && !isRefusal(exchange.reply)
  if (isRefusal(exchange.reply)) return post?.id
  if (post && isUnclear) await adoptShown(run, post.id)
  else if (post && fields) run.keep(post.id, fields)
  else if (post) run.drop(post.id)
  else if (fields) {
    const id = await adoptNew(run, fields, isUnclear ? '' : exchange.reply.body, isUnclear, made.token)
    const move = run.moves.find(({ request }) => request === made.request)
    if (move && id !== undefined) move.made = id
    if (id === undefined && !isUnclear) await reportMissing(run, made.write, fields)
    return id
  }
  return post?.id
}

/** Reports a successful create without a new post. */
async function reportMissing(
  { context }: SequenceRun,
  write: Prepared['write'],
  fields: PostFields,
): Promise<void> {
  const { list } = await wholeList(context)
  const place = context.own.alive.find(
    ({ id, title }) => !isKept(fields.title, title) && carries(list.get(id), fields.title),
  )
  const kind = write === 'special texts' ? 'create' : write.do
  if (place && kind === 'create') reportTakenId(context, place.id, fields)
  else await reportLost(context, clauseOfWrite[kind], brief(JSON.stringify(fields)))
}

/** Finds a created post: by the reply, if the id is new, or in the list. */
export async function adoptNew(
  run: SequenceRun,
  fields: PostFields,
  body: string,
  isUnclear = false,
  token = fields.title,
): Promise<PostId | undefined> {
  const { context } = run
  const named = carries(readBody(body), token) ? idInBody(body) : undefined
  const isNew = (id: PostId) => !context.own.get(id)
  const look = async () => {
    const { list } = await wholeList(context)
    const posts = list
      .marked(context.marker)
      .flatMap((item) => asPost(item) ?? [])
      .filter((post) => isNew(post.id) && carries(post, token))
    // Of two with this title, the one with this content.
    return (posts.find((post) => isKept(fields.content, post.content)) ?? posts[0])?.id
  }
  // The id of a foreign post is not trusted.
  const isTrusted = named !== undefined && isNew(named) && !context.foreign.has(named)
  const id = isTrusted ? named : await (isUnclear ? look() : context.find(look))
  if (id !== undefined && named !== undefined && named !== id && context.foreign.has(named))
    context.report(misnamedFault(named, id))
  if (id !== undefined) run.keep(id, fields)
  return id
}

/** Takes over the actual state of a post, after a write with an unknown effect. */
export async function adoptShown(run: SequenceRun, id: PostId): Promise<void> {
  await run.terms.settle()
  const reply = await run.context.look(`/posts/${id}`)
  const post = asPost(readBody(reply.body))
  if (reply.status === 404) run.drop(id)
  else if (post) run.keep(id, post)
  else run.context.incomplete.add(id)
}

export function posting(fields: PostFields & { readonly id?: PostId }) {
  return { post: undefined, fields, request: jsonRequest('POST', '/posts', fields) }
}

export function putting(id: PostId, fields: PostFields): SentRequest {
  return jsonRequest('PUT', `/posts/${id}`, fields)
}

export function reading(id: PostId): SentRequest {
  return { method: 'GET', path: `/posts/${id}`, headers: {} }
}

export function deleting(id: PostId): SentRequest {
  return { method: 'DELETE', path: `/posts/${id}`, headers: {} }
}

function fieldsOf(
  { context, versions }: SequenceRun,
  { among, at, version }: VersionPick,
): PostFields | undefined {
  const id = among === 'alive' ? pick(context.own.alive, at)?.id : pick(context.own.gone, at)
  return id === undefined ? undefined : pick(versions.get(id) ?? [], version)
}

/** Whether a service must accept such a write: an ordinary text, not a copy of another post. */
function isPlain({ write }: Prepared): boolean {
  if (write === 'special texts') return false
  if (write.do === 'delete') return true
  if (write.do !== 'create' && write.do !== 'replace') return false
  return write.text < plainContents || write.text >= contents.length
}
