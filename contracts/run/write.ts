import { type PostFields, type PostId, toPostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/check-context.ts'
import { noteCreatedId, reportLost, reportMisnamed, reportTakenId } from '../judge/created.ts'
import { judgeFailedWrite, unusual } from '../judge/failed-write.ts'
import { wholeList } from '../judge/views.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, isRefusal, isSuccess, jsonRequest, type SentRequest } from '../spec/exchange.ts'
import { nearTitle } from '../spec/marks.ts'
import { asPost, carries, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { idInBody } from '../wire/find-id.ts'
import { reading, type SequenceRun } from './sequence-run.ts'
import { farIds, type Likeness, type Offset, pick, type Target, type Write } from './step.ts'
import { contentOf, contents, isPlainText, replacement } from './texts.ts'

/** A write with its request. */
export interface Prepared {
  readonly operation: Write['do']
  readonly request: SentRequest
  /** The clause that it can break. */
  readonly clause: ClauseId
  /** Its post, as it was when the write was prepared. */
  readonly post?: OwnPost | undefined
  /** An id that no post has, in its path or body. */
  readonly unused?: PostId | undefined
  readonly fields?: PostFields | undefined
  /** A unique text in them. Default the title. */
  readonly token?: string
  /** Whether a service must accept it: with an ordinary text, not that of another post. */
  readonly isPlain: boolean
}

/** A create with some texts, or a replace of a post. */
export function writeTexts(post: OwnPost | undefined, fields: PostFields): Prepared {
  const request = post ? putting(post.id, fields) : jsonRequest('POST', '/posts', fields)
  return post
    ? { operation: 'replace', request, clause: 'replace.whole', post, fields, isPlain: false }
    : { operation: 'create', request, clause: 'create.adds', fields, isPlain: false }
}

export function deletionOf(post: OwnPost): Prepared {
  return { operation: 'delete', request: deleting(post.id), clause: 'delete.removes', post, isPlain: true }
}

/** Makes the request of a write; undefined where there is no such post or unused id. */
export async function prepare(run: SequenceRun, write: Write): Promise<Prepared | undefined> {
  if (write.do === 'create') return await prepareCreate(run, write)
  const { own } = run.context
  const post = typeof write.post === 'number' ? pick(own.alive, write.post) : undefined
  if (!post) return await prepareUnused(run, write)
  if (write.do === 'delete') return deletionOf(post)
  const { texts } = write
  const fields = typeof texts === 'number' ? replacement(post.title, texts) : textsLike(run, texts)
  if (!fields) return undefined
  const isSame = own.previous(post.id) && post.title === fields.title && post.content === fields.content
  return {
    ...writeTexts(post, fields),
    clause: isSame ? 'replace.idempotent' : 'replace.whole',
    isPlain: typeof texts === 'number' && isPlainText(texts),
  }
}

async function prepareCreate(
  run: SequenceRun,
  { texts, id }: Write & { readonly do: 'create' },
): Promise<Prepared | undefined> {
  const unused = id === undefined ? undefined : await unusedId(run, id)
  if (id !== undefined && unused === undefined) return undefined
  if (typeof texts !== 'number') {
    const fields = textsLike(run, texts)
    return fields && { ...writeTexts(undefined, fields), clause: 'create.not-idempotent' }
  }
  const title = await run.context.setup.freeTitle()
  const fields = { title, content: contentOf(texts, title) }
  const made = writeTexts(undefined, fields)
  if (unused === undefined) return { ...made, isPlain: isPlainText(texts) }
  return { ...made, request: jsonRequest('POST', '/posts', { id: unused, ...fields }), unused }
}

/** A write to an id without a post: a delete does nothing, a replace may create a post. */
async function prepareUnused(
  run: SequenceRun,
  write: Exclude<Write, { readonly do: 'create' }>,
): Promise<Prepared | undefined> {
  const unused = await unusedId(run, write.post)
  if (unused === undefined) return undefined
  if (write.do === 'delete')
    return {
      operation: 'delete',
      request: deleting(unused),
      clause: 'delete.idempotent',
      unused,
      isPlain: false,
    }
  const title = await run.context.setup.freeTitle()
  const fields = { title, content: contentOf(contents.length, title) }
  const request = putting(unused, fields)
  return { operation: 'replace', request, clause: 'replace.whole', unused, fields, isPlain: false }
}

/** The id of a deleted post, or one near that of a post, if it is free. */
async function unusedId(run: SequenceRun, target: Target): Promise<PostId | undefined> {
  const id = idOf(run, target)
  // Another client may take an id that no post has had yet, or a deleted one.
  if (id === undefined || (typeof target === 'object' && !('deleted' in target) && !run.terms.isAlone()))
    return undefined
  return (await run.isFree(id)) ? id : undefined
}

/** The id that a target means; undefined where there is none, or another post has or had an id that must be unused. */
export function idOf({ context: { own, foreign } }: SequenceRun, target: Target): PostId | undefined {
  if (typeof target === 'number') return pick(own.alive, target)?.id
  if ('deleted' in target) return pick(own.gone, target.deleted)
  const near = 'near' in target ? pick(own.alive, target.near) : undefined
  const value = 'far' in target ? pick(farIds, target.far) : near && changed(BigInt(near.id), target.offset)
  const id = value === undefined ? undefined : toPostId(value)
  const isTaken = id === undefined || own.get(id) !== undefined || foreign.has(id) || own.isGone(id)
  return isTaken ? undefined : id
}

function changed(id: bigint, offset: Offset): bigint {
  if (offset === 'shorter') return id / 10n
  if (offset === 'negated') return -id
  return offset === 'longer' ? id * 10n : id + BigInt(offset)
}

function textsLike(run: SequenceRun, { like, version, near, content }: Likeness): PostFields | undefined {
  const id = idOf(run, like)
  const fields = id === undefined ? undefined : pick(run.versions.get(id) ?? [], version)
  if (!fields) return undefined
  const title = near ? nearTitle(fields.title) : fields.title
  return { title, content: content === undefined ? fields.content : contentOf(content, title) }
}

/** A write that was performed: the id of its post, if it has one, and whether the service refused it. */
interface Performed {
  readonly id: PostId | undefined
  readonly isRefused: boolean
}

/** Sends independent writes concurrently, judges them, and notes their effects. */
export async function perform(run: SequenceRun, all: readonly Prepared[]): Promise<Performed[]> {
  const exchanges = await run.sendAll(all.map(({ request }) => request))
  const performed: Performed[] = []
  for (const [at, made] of all.entries()) {
    const exchange = exchanges[at] as Exchange
    const hasFailed = exchange.reply.status >= 500 || (made.isPlain && !isSuccess(exchange.reply))
    if (hasFailed && made.unused === undefined)
      await judgeFailedWrite(run.context, made.operation, exchange, made.isPlain ? undefined : unusual)
    performed.push({ id: await take(run, made, exchange), isRefused: isRefusal(exchange.reply) })
  }
  return performed
}

/** Notes the expected effect of a write; for one that failed with 5xx, the actual effect. Returns the id of its post. */
export async function take(
  run: SequenceRun,
  made: Prepared,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { operation, post, unused, fields } = made
  const isUnclear = !isSuccess(exchange.reply) && !isRefusal(exchange.reply)
  if (isRefusal(exchange.reply)) return post?.id ?? (operation === 'create' ? undefined : unused)
  if (operation === 'create' && fields) return await takeCreated(run, made, fields, exchange)
  if (post && isUnclear) await adoptShown(run, post.id)
  else if (post && fields) run.keep(post.id, fields)
  else if (post) run.drop(post.id)
  else if (unused !== undefined && fields) {
    // A replace of a missing post may create it.
    await run.terms.settle()
    if ((await run.send(reading(unused))).reply.status === 200) run.keep(unused, fields, 'named')
  }
  return post?.id ?? unused
}

async function takeCreated(
  run: SequenceRun,
  made: Prepared,
  fields: PostFields,
  { reply }: Exchange,
): Promise<PostId | undefined> {
  const isUnclear = !isSuccess(reply)
  const named = isUnclear ? undefined : idInBody(reply.body)
  // A reply with the id of the request may only repeat the request.
  const body = named === undefined || named === made.unused ? '' : reply.body
  const id = await findCreated(run, made.token ?? fields.title, fields, body, isUnclear)
  if (id !== undefined) {
    if (run.terms.isAlone()) noteCreatedId(run.context, id)
    run.keep(id, fields, id === made.unused ? 'named' : 'created')
    const sent = run.exchanges.find(({ request }) => request === made.request)
    if (sent) sent.made = id
  } else if (!isUnclear && made.unused === undefined) await reportMissing(run, made, fields, named)
  return id
}

/** Finds a created post: by the reply, if the id is new, or in the list. */
async function findCreated(
  { context }: SequenceRun,
  token: string,
  fields: PostFields,
  body: string,
  isUnclear: boolean,
): Promise<PostId | undefined> {
  const named = carries(readBody(body), token) ? idInBody(body) : undefined
  const isNew = (id: PostId) => !context.own.get(id)
  // The id of a foreign post is not trusted.
  if (named !== undefined && isNew(named) && !context.foreign.has(named)) return named
  const look = async () => {
    const { list } = await wholeList(context)
    const posts = list
      .marked(context.marker)
      .flatMap((item) => asPost(item) ?? [])
      .filter((post) => isNew(post.id) && carries(post, token))
    // Of two with this title, the one with this content.
    return (posts.find((post) => isKept(fields.content, post.content)) ?? posts[0])?.id
  }
  const id = await (isUnclear ? look() : context.find(look))
  if (id !== undefined && named !== undefined && named !== id && context.foreign.has(named))
    reportMisnamed(context, named, id)
  return id
}

/** Reports a successful create without a new post. */
async function reportMissing(
  { context }: SequenceRun,
  { clause }: Prepared,
  fields: PostFields,
  named: PostId | undefined,
): Promise<void> {
  const { list } = await wholeList(context)
  const place = context.own.alive.find(
    ({ id, title }) => !isKept(fields.title, title) && (id === named || carries(list.get(id), fields.title)),
  )
  if (place && clause === 'create.adds') reportTakenId(context, place.id, fields)
  else await reportLost(context, clause, brief(JSON.stringify(fields)))
}

/** Takes over the actual state of a post, after a write with an unknown effect. */
async function adoptShown(run: SequenceRun, id: PostId): Promise<void> {
  await run.terms.settle()
  const reply = await run.context.look(`/posts/${id}`)
  const post = asPost(readBody(reply.body))
  if (reply.status === 404) run.drop(id)
  else if (post) run.keep(id, post)
  else run.context.incomplete.add(id)
}

function putting(id: PostId, fields: PostFields): SentRequest {
  return jsonRequest('PUT', `/posts/${id}`, fields)
}

function deleting(id: PostId): SentRequest {
  return { method: 'DELETE', path: `/posts/${id}`, headers: {} }
}
