import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { failedWrite, foreignId, lostCreate, takenId } from '../judge/write-check.ts'
import { areEqual, type OwnPost } from '../model/own-posts.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { type Exchange, jsonRequest, type SentRequest } from '../scenarios/exchange.ts'
import { nearTitle } from '../scenarios/marks.ts'
import { asPost, carries, idInBody, idsNamedBy, isKept, readBody, sentTexts } from '../scenarios/post-text.ts'
import {
  type Example,
  farIds,
  type Likeness,
  pick,
  type Target,
  type Texts,
  type Write,
} from '../scenarios/scenario.ts'
import { allFields, contentOf, contents, permitsOf, replacement } from '../scenarios/texts.ts'
import { isBusy, isRefusal, isSuccess } from '../wire/status.ts'
import { reading, type SequenceRun } from './sequence-run.ts'

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
  /** What a service may answer: it must accept ordinary texts, and may refuse those of another post. */
  readonly permits: Example['permits']
}

/** What a request writes, by the posts that there are. */
export function preparedOf(
  { own }: SequenceRun,
  operation: Write['do'],
  request: SentRequest,
  permits: Example['permits'],
): Prepared {
  const inPath = idIn(request.path)
  const post = inPath === undefined ? undefined : own.get(inPath)
  const unused = post ? undefined : (inPath ?? idInBody(request.body ?? ''))
  if (operation === 'delete') {
    const isGone = inPath !== undefined && own.isGone(inPath)
    const clause = post ? 'delete.removes' : isGone ? 'delete.idempotent' : 'others.untouched'
    return { operation, request, clause, post, unused, permits }
  }
  const sent = sentTexts({ request })
  const fields = eachField((name) => sent[name] ?? '')
  const isSame = post && areEqual(post, fields) && own.versions(post.id).length > 1
  const clauses = {
    create: own.hadTexts(fields) ? 'create.not-idempotent' : 'create.adds',
    replace: isSame ? 'replace.idempotent' : 'replace.whole',
  } as const
  return { operation, request, clause: clauses[operation], post, unused, fields, permits }
}

/** A create with some texts, or a replace of a post. */
export function writeTexts(
  run: SequenceRun,
  id: PostId | undefined,
  fields: PostFields & { readonly id?: PostId },
  permits: Example['permits'],
): Prepared {
  return id === undefined
    ? preparedOf(run, 'create', jsonRequest('POST', '/posts', fields), permits)
    : preparedOf(run, 'replace', jsonRequest('PUT', `/posts/${id}`, fields), permits)
}

export function deletionOf(run: SequenceRun, id: PostId, permits: Example['permits'] = 'success'): Prepared {
  return preparedOf(run, 'delete', { method: 'DELETE', path: `/posts/${id}`, headers: {} }, permits)
}

/** The write of a step; undefined where the post, or an unused id, does not exist. */
export async function prepare(run: SequenceRun, write: Write): Promise<Prepared | undefined> {
  const target = write.do === 'create' ? write.id : write.post
  const isUnused = typeof target === 'object'
  const id = target === undefined ? undefined : isUnused ? await freeId(run, target) : idOf(run, target)
  if (target !== undefined && id === undefined) return undefined
  if (write.do === 'delete')
    return id === undefined ? undefined : deletionOf(run, id, isUnused ? 'anything' : 'success')
  const { texts } = write
  const post = id === undefined ? undefined : run.own.get(id)
  const fields = typeof texts === 'object' && !isUnused ? textsLike(run, texts) : newTexts(run, texts, post)
  if (!fields) return undefined
  const permits = isUnused ? 'anything' : permitsOf(texts)
  if (write.do === 'replace') return writeTexts(run, id, fields, permits)
  return writeTexts(run, undefined, id === undefined ? fields : { id, ...fields }, permits)
}

/** The texts of a number; those of a likeness are unique, so that the new post is the run's. */
function newTexts(run: SequenceRun, texts: Texts, post: OwnPost | undefined): PostFields {
  const number = typeof texts === 'number' ? texts : contents.length
  if (post) return replacement(post.title, number)
  const title = run.nextTitle()
  return allFields({ title, content: contentOf(number, title) })
}

/** The id of a deleted post, or one near that of a post, if no post has it. */
async function freeId(run: SequenceRun, target: Target): Promise<PostId | undefined> {
  const { isAlone, reusesIds } = run.terms
  const id = idOf(run, target)
  const isDeleted = typeof target === 'object' && 'deleted' in target
  // Another client may take an id that no post has had yet, or a deleted one.
  if (id === undefined || (!isAlone && (!isDeleted || reusesIds))) return undefined
  return (await run.send(reading(id))).reply.status === 404 ? id : undefined
}

/** The id that a target means; undefined where there is none, or another post has or had an id that must be unused. */
export function idOf({ own, foreign }: SequenceRun, target: Target): PostId | undefined {
  if (typeof target === 'number') return pick(own.alive, target)?.id
  if ('deleted' in target) return pick(own.gone, target.deleted)
  const near = 'near' in target ? pick(own.alive, target.near) : undefined
  const value = 'far' in target ? pick(farIds, target.far) : near && BigInt(near.id) + BigInt(target.offset)
  const id = value === undefined ? undefined : toPostId(value)
  const isTaken = id === undefined || own.get(id) !== undefined || foreign.has(id) || own.isGone(id)
  return isTaken ? undefined : id
}

function textsLike(run: SequenceRun, { like, version, near, content }: Likeness): PostFields | undefined {
  const id = idOf(run, like)
  const fields = id === undefined ? undefined : pick(run.own.versions(id), version)
  if (!fields) return undefined
  const title = near ? nearTitle(fields.title) : fields.title
  return { ...fields, title, content: content === undefined ? fields.content : contentOf(content, title) }
}

/** A write that was performed, and the id of its post, if it has one. */
export interface Performed {
  readonly exchange: Exchange
  readonly id: PostId | undefined
}

/** Sends independent writes concurrently, judges them, and notes their effects. */
export async function perform(run: SequenceRun, all: readonly Prepared[]): Promise<Performed[]> {
  const exchanges = await run.sendAll(all.map(({ request }) => request))
  const performed: Performed[] = []
  for (const [at, made] of all.entries()) {
    const exchange = exchanges[at] as Exchange
    if (!isPermitted(made, exchange)) await judgeFailed(run, made, exchange)
    performed.push({ exchange, id: await take(run, made, exchange) })
  }
  return performed
}

/** How often a write is tried at a service that says that it is busy. */
const mostTries = 4

/** Performs a write, again where the service is busy and did not do it. */
export async function performOne(run: SequenceRun, made: Prepared): Promise<Performed> {
  const { own } = run
  const { length } = own.history
  for (let tries = 1; ; tries++) {
    const [done] = (await perform(run, [made])) as [Performed]
    const mayWork = isBusy(done.exchange.reply) && own.history.length === length && !run.hasFailed
    if (!mayWork || tries === mostTries) return done
  }
}

function isPermitted({ permits }: Prepared, { reply }: Exchange): boolean {
  return permits === 'anything' || isSuccess(reply) || (permits !== 'success' && reply.status < 500)
}

/** Judges a write that the service must not fail at; where it does not find its post, that is read. */
async function judgeFailed(
  run: SequenceRun,
  { operation, permits }: Prepared,
  exchange: Exchange,
): Promise<void> {
  const { request, reply } = exchange
  run.terms.record.refuse(operation, exchange)
  const id = reply.status === 404 ? idIn(request.path) : undefined
  const read = id === undefined ? [] : [await run.send(reading(id))]
  const texts = permits === 'success' ? 'ordinary' : 'unusual'
  const fault = failedWrite(run, operation, exchange, texts, read[0]?.reply)
  if (fault) run.reportOn(exchange, fault, ...read)
}

/** Notes the expected effect of a write; for one that failed with 5xx, the actual effect. Returns the id of its post. */
export async function take(
  run: SequenceRun,
  made: Prepared,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { operation, post, unused, fields } = made
  if (isRefusal(exchange.reply)) return post?.id ?? (operation === 'create' ? undefined : unused)
  if (operation === 'create' && fields) return await takeCreated(run, made, fields, exchange)
  if (post && !isSuccess(exchange.reply)) await adoptShown(run, post.id)
  else if (post && fields) await takeReplaced(run, post, fields, exchange)
  else if (post) run.own.remove(post.id)
  else if (unused !== undefined && fields) {
    // A replace of a missing post may create it.
    await run.terms.waiting.settle()
    const { reply } = await run.send(reading(unused))
    if (reply.status === 200 && asPost(readBody(reply.body))) run.own.put({ ...fields, id: unused }, 'named')
  }
  return post?.id ?? unused
}

/** Notes the texts of a replaced post. A text that was not sent must be gone. */
async function takeReplaced(
  { own, terms }: SequenceRun,
  post: OwnPost,
  fields: PostFields,
  exchange: Exchange,
): Promise<void> {
  own.put({ ...fields, id: post.id })
  if (isExact(exchange)) return
  await terms.waiting.settle()
  const sent = sentTexts(exchange)
  const old = fieldNames.filter((name) => sent[name] === undefined).map((name) => [name, post[name]])
  own.incomplete.set(post.id, Object.fromEntries(old))
}

async function takeCreated(
  run: SequenceRun,
  made: Prepared,
  fields: PostFields,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { reply } = exchange
  const isUnclear = !isSuccess(reply)
  const isOpen = made.permits === 'anything'
  if (isOpen) await run.terms.waiting.settle()
  // The reply to an unusual create may only repeat the request.
  const id = await findCreated(run, fields, isUnclear || isOpen ? undefined : reply.body)
  if (id !== undefined) {
    const taken = run.terms.isAlone ? foreignId(run, run.terms.record, id) : undefined
    if (taken) run.report(taken)
    if (!isExact(exchange)) run.own.incomplete.set(id, {})
    run.own.put({ ...fields, id }, id === made.unused ? 'named' : 'created')
    const sent = run.exchanges.findLast(({ request }) => request === made.request)
    if (sent) sent.made = id
  } else if (isOpen) {
    // The only new post is removed at the end of the sequence.
    const unmarked = isUnclear ? undefined : run.terms.book?.takeUnmarked(idsNamedBy(reply))
    if (unmarked !== undefined) run.own.incomplete.set(unmarked, {})
  } else if (!isUnclear) await reportMissing(run, made, fields, idInBody(reply.body))
  return id
}

/** Finds a created post: by the reply, if that is believed and the id is new, or in the list. */
async function findCreated(
  run: SequenceRun,
  { title, content }: PostFields,
  body: string | undefined,
): Promise<PostId | undefined> {
  const token = run.tokenIn(title, content)
  const isTold = body !== undefined && token !== undefined && carries(readBody(body), token)
  const named = isTold ? idInBody(body) : undefined
  // The id of a foreign post is not trusted.
  if (named !== undefined && !run.own.get(named) && !run.foreign.has(named)) return named
  const look = async () => {
    const { list } = await run.wholeList()
    const posts = (token === undefined ? [] : list.marked(token)).flatMap((item) => {
      const id = isObject(item) ? toPostId(item.id) : undefined
      return id === undefined || run.own.get(id) ? [] : [{ id, content: asPost(item)?.content }]
    })
    // Of two with this title, the one with this content.
    return (posts.find((post) => isKept(content, post.content ?? '')) ?? posts[0])?.id
  }
  return await (body === undefined ? look() : run.find(look))
}

/** Whether a request has both texts, as a service must read them. */
function isExact(exchange: Exchange): boolean {
  const sent = sentTexts(exchange)
  const isJson = exchange.request.headers['content-type']?.startsWith('application/json')
  return isJson === true && fieldNames.every((name) => sent[name] !== undefined)
}

/** Reports a successful create without a new post. */
async function reportMissing(
  run: SequenceRun,
  { clause }: Prepared,
  fields: PostFields,
  named: PostId | undefined,
): Promise<void> {
  const { list } = await run.wholeList()
  const place = run.own.alive.find(
    ({ id, title }) => !isKept(fields.title, title) && (id === named || carries(list.get(id), fields.title)),
  )
  if (place && clause === 'create.adds') return run.report(takenId(place, fields))
  // The post may exist without its text, or its shape: then the list shows why.
  await run.check([], () => run.listFaults())
  run.report(lostCreate(clause, fields))
}

/** Takes over the actual state of a post, after a write with an unknown effect. */
async function adoptShown(run: SequenceRun, id: PostId): Promise<void> {
  await run.terms.waiting.settle()
  const reply = await run.look(`/posts/${id}`)
  const post = asPost(readBody(reply.body))
  if (reply.status === 404) run.own.remove(id)
  else if (post) run.own.put({ ...post, id })
  else run.own.incomplete.set(id, {})
}
