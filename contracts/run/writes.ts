import { type WriteName, writeWith } from '../../handlers/endpoints.ts'
import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { failedWrite, foreignIds, lostCreate, takenId } from '../judge/write-check.ts'
import {
  alive,
  areEqual,
  hadTexts,
  isGone,
  type OwnPost,
  postOf,
  type ReferenceModel,
} from '../model/reference-model.ts'
import { idIn, listPath, postPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { type Exchange, jsonRequest, plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import { titleIn } from '../scenarios/marks.ts'
import {
  asPost,
  carries,
  idInBody,
  idsNamedBy,
  isKept,
  readBody,
  sentTexts,
  textOf,
} from '../scenarios/post-text.ts'
import type { Example } from '../scenarios/scenario.ts'
import { policies, tryAgain } from '../wire/retry.ts'
import { isAbsent, isBusy, isRefusal, isSuccess } from '../wire/status.ts'
import { check, checkRead, listViolations, report } from './checks.ts'
import { look, send, sendAll, wholeList } from './requests.ts'
import type { Sequence } from './sequence.ts'
import type { SequenceExchange } from './trace.ts'

/** A write with its request. */
export interface PlannedWrite {
  readonly operation: WriteName
  readonly request: SentRequest
  /** The clause that it can break. */
  readonly clause: ClauseId
  /** Its post, as it was when the write was planned. */
  readonly post?: OwnPost | undefined
  /** An id that no post has, in its path or body. */
  readonly unused?: PostId | undefined
  readonly fields?: PostFields | undefined
  /** What a service may answer: it must accept ordinary texts, and may refuse those of another post. */
  readonly permits: Example['permits']
}

/** What a request writes, by the posts that there are. */
export function planned(
  model: ReferenceModel,
  request: SentRequest,
  permits: Example['permits'],
): PlannedWrite {
  const operation = writeWith(request.method) ?? 'create'
  const inPath = idIn(request.path)
  const post = inPath === undefined ? undefined : postOf(model, inPath)
  const unused = post ? undefined : (inPath ?? idInBody(request.body ?? ''))
  if (operation === 'delete') {
    const ofNone = inPath !== undefined && isGone(model, inPath) ? 'delete.idempotent' : 'others.untouched'
    return { operation, request, clause: post ? 'delete.removes' : ofNone, post, unused, permits }
  }
  const sent = sentTexts({ request })
  const fields = eachField((name) => sent[name] ?? '')
  const isSame = post && areEqual(post, fields)
  const clauses = {
    create: hadTexts(model, fields) ? 'create.not-idempotent' : 'create.adds',
    replace: isSame ? 'replace.idempotent' : 'replace.whole',
  } as const
  const planned = { operation, request, clause: clauses[operation], post, unused, fields }
  // A service may refuse to change nothing.
  return { ...planned, permits: isSame && permits === 'success' ? 'success-or-refusal' : permits }
}

/** A create with some texts, or a replace of a post. */
export function plannedTexts(
  { model }: Sequence,
  id: PostId | undefined,
  fields: PostFields & { readonly id?: PostId },
  permits: Example['permits'],
): PlannedWrite {
  const request =
    id === undefined ? jsonRequest('POST', listPath, fields) : jsonRequest('PUT', postPath(id), fields)
  return planned(model, request, permits)
}

export function plannedDelete(
  { model }: Sequence,
  id: PostId,
  permits: Example['permits'] = 'success',
): PlannedWrite {
  return planned(model, plainRequest('DELETE', postPath(id)), permits)
}

/** A write that was performed, and the id of its post, if it has one. */
export interface Performed {
  readonly exchange: Exchange
  readonly id: PostId | undefined
}

/** Sends independent writes concurrently, judges them, and notes their effects. */
async function perform(
  run: Sequence,
  all: readonly PlannedWrite[],
  failed?: FailedWrite[],
): Promise<Performed[]> {
  const exchanges = await sendAll(
    run,
    all.map(({ request }) => request),
  )
  const performed: Performed[] = []
  for (const [at, write] of all.entries()) {
    const exchange = exchanges[at] as Exchange
    const { statuses } = run.context.record.attempts[write.operation]
    if (write.permits === 'success' && isSuccess(exchange.reply)) statuses.add(exchange.reply.status)
    if (!isPermitted(write, exchange)) {
      run.context.record.refuse(write.operation, exchange)
      if (failed) failed.push({ write, exchange })
      else await judgeFailed(run, { write, exchange })
    }
    performed.push({ exchange, id: await noteEffect(run, write, exchange) })
  }
  return performed
}

/** Performs a write, again where the service is busy and did not do it. */
export async function performOne(run: Sequence, write: PlannedWrite): Promise<Performed> {
  const { idEvents } = run.model
  const once = async () => (await perform(run, [write]))[0] as Performed
  const isEnough = ({ exchange }: Performed) =>
    !isBusy(exchange.reply) || run.model.idEvents !== idEvents || run.hasFailed
  return await tryAgain(policies.busy, once, isEnough)
}

/** A write that the service must not fail at, and its reply. */
export interface FailedWrite {
  readonly write: PlannedWrite
  readonly exchange: Exchange
}

/**
 * Performs writes, as many concurrently as permitted, and reads what was created: nothing else proves that the posts
 * are the run's own.
 * @param failed gets the writes that fail, for {@link judgeFailed}. Default they are judged at once.
 * @returns which of them were refused, or failed.
 */
export async function performAll(
  run: Sequence,
  all: readonly PlannedWrite[],
  failed?: FailedWrite[],
): Promise<number[]> {
  const undone: number[] = []
  const { pace } = run.context
  for (let at = 0, width = 1; at < all.length && !run.hasFailed; at += width) {
    width = pace.free
    const some = all.slice(at, at + width)
    const done = await perform(run, some, failed)
    const created = done.flatMap(({ id }, each) => (id === undefined || some[each]?.post ? [] : id))
    // One list proves all; otherwise the guard reads it for each.
    const [replies] = await Promise.all([
      Promise.all(created.map((id) => look(run, postPath(id)))),
      created.length > 1 ? wholeList(run) : undefined,
    ])
    for (const [each, id] of created.entries()) if (replies[each]?.status !== 200) await checkRead(run, id)
    undone.push(...done.flatMap(({ exchange }, each) => (isSuccess(exchange.reply) ? [] : at + each)))
  }
  return undone
}

function isPermitted({ permits }: PlannedWrite, { reply }: Exchange): boolean {
  return permits === 'anything' || isSuccess(reply) || (permits !== 'success' && reply.status < 500)
}

/** Judges a write that the service must not fail at; where it does not find its post, that is read. */
export async function judgeFailed(
  run: Sequence,
  { write: { operation, permits }, exchange }: FailedWrite,
): Promise<void> {
  const { request, reply } = exchange
  const id = reply.status === 404 ? idIn(request.path) : undefined
  const read = id === undefined ? [] : [await send(run, plainRequest('GET', postPath(id)))]
  const isSame = ({ made, request: { body } }: SequenceExchange) =>
    made !== undefined && body === request.body
  const earlier = run.evidence.exchanges.filter(isSame)
  const usual = permits === 'success' ? 'ordinary texts' : 'unusual texts'
  const texts = earlier.length > 0 ? 'the texts of an earlier post' : usual
  const violation = failedWrite(run.model, operation, exchange, texts, read[0]?.reply)
  if (violation) report(run, violation, ...earlier, exchange, ...read)
}

/** Notes the expected effect of a write; for one that failed with 5xx, the actual effect. Returns the id of its post. */
export async function noteEffect(
  run: Sequence,
  write: PlannedWrite,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { operation, post, unused, fields } = write
  if (operation === 'replace' && !post) run.context.record.replacesOfMissing.push(isAbsent(exchange.reply))
  if (isRefusal(exchange.reply)) return post?.id ?? (operation === 'create' ? undefined : unused)
  if (operation === 'create' && fields) return await noteCreated(run, write, fields, exchange)
  if (post && !isSuccess(exchange.reply)) await noteShown(run, post.id)
  else if (post && fields) await noteReplaced(run, post, fields, exchange)
  else if (post) run.note({ kind: 'deleted', id: post.id })
  else if (unused !== undefined && fields) {
    // A replace of a missing post may create it.
    await run.context.visibility.settle()
    const { reply } = await send(run, plainRequest('GET', postPath(unused)))
    const isMade = reply.status === 200 && asPost(readBody(reply.body))
    if (isMade) run.note({ kind: 'written', post: { ...fields, id: unused }, chosenBy: 'client' })
  }
  return post?.id ?? unused
}

/** Notes the texts of a replaced post. A text that was not sent must be gone. */
async function noteReplaced(
  run: Sequence,
  { id, ...old }: OwnPost,
  fields: PostFields,
  exchange: Exchange,
): Promise<void> {
  run.note({ kind: 'written', post: { ...fields, id } })
  if (isExact(exchange)) return
  await run.context.visibility.settle()
  const sent = sentTexts(exchange)
  const missing = fieldNames.filter((name) => sent[name] === undefined)
  const outdated = Object.fromEntries(missing.map((name) => [name, old[name]]))
  run.note({ kind: 'incomplete', id, outdated })
}

async function noteCreated(
  run: Sequence,
  write: PlannedWrite,
  fields: PostFields,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { reply } = exchange
  const { posts, visibility } = run.context
  const isUnclear = !isSuccess(reply)
  const isOpen = write.permits === 'anything'
  if (isOpen) await visibility.settle()
  // The reply to an unusual create may only repeat the request.
  const id = await findCreated(run, fields, isUnclear || isOpen ? undefined : reply.body)
  if (id !== undefined) {
    if (run.isAlone) reportForeign(run, id)
    const chosenBy = id === write.unused ? 'client' : 'service'
    run.note({ kind: 'written', post: { ...fields, id }, chosenBy })
    if (!isExact(exchange)) run.note({ kind: 'incomplete', id })
    run.evidence.made(write.request, id)
  } else if (isOpen) {
    // The only new post is removed at the end of the sequence.
    const unmarked = isUnclear ? undefined : posts?.unmarked.claim(idsNamedBy(reply))
    if (unmarked !== undefined) run.note({ kind: 'incomplete', id: unmarked })
  } else if (!isUnclear) await reportMissing(run, write, fields, idInBody(reply.body))
  return id
}

/** Reports that created posts got the ids of foreign ones; not the first time, as another client may have deleted its post. */
function reportForeign(run: Sequence, id: PostId): void {
  const { takenIds } = run.context.record
  if (!run.model.foreign.has(id) && !takenIds.includes(id)) return
  takenIds.push(id)
  if (takenIds.length > 1) report(run, foreignIds(takenIds))
}

/** Finds a created post: by the reply, if that is believed and the id is new, or in the list. */
async function findCreated(
  run: Sequence,
  fields: PostFields,
  body: string | undefined,
): Promise<PostId | undefined> {
  const token = titleIn(textOf(fields), run.marker)
  const isTold = body !== undefined && token !== undefined && carries(readBody(body), token)
  const named = isTold ? idInBody(body) : undefined
  // The id of a foreign post is not trusted.
  if (named !== undefined && !postOf(run.model, named) && !run.model.foreign.has(named)) return named
  const find = async () => {
    const { list } = await wholeList(run)
    const posts = (token === undefined ? [] : list.marked(token)).flatMap((item) => {
      const id = isObject(item) ? toPostId(item.id) : undefined
      return id === undefined || postOf(run.model, id) ? [] : [{ id, content: asPost(item)?.content }]
    })
    // Of two with this title, the one with this content.
    return (posts.find((post) => isKept(fields.content, post.content ?? '')) ?? posts[0])?.id
  }
  return await (body === undefined ? find() : run.poll(find))
}

/** Whether a request has both texts, as a service must read them. */
function isExact(exchange: Exchange): boolean {
  const sent = sentTexts(exchange)
  const isJson = exchange.request.headers['content-type']?.startsWith('application/json')
  return isJson === true && fieldNames.every((name) => sent[name] !== undefined)
}

/** Reports a successful create without a new post. */
async function reportMissing(
  run: Sequence,
  { clause }: PlannedWrite,
  fields: PostFields,
  named: PostId | undefined,
): Promise<void> {
  const { foreign } = run.model
  const token = titleIn(textOf(fields), run.marker) ?? fields.title
  const { list } = await wholeList(run)
  const place = alive(run.model).find(
    ({ id, title }) => !isKept(fields.title, title) && (id === named || carries(list.get(id), token)),
  )
  if (place && clause === 'create.adds') return report(run, takenId(place, fields))
  // The post may exist without its text, or its shape: then the list shows why.
  await check(run, [], () => listViolations(run))
  const isNew = named !== undefined && !foreign.has(named) && !postOf(run.model, named)
  const post = alive(run.model).find((each) => areEqual(each, fields))?.id
  report(run, { ...lostCreate(clause, fields, isNew ? list.get(named) : undefined), ...defined({ post }) })
}

/** Takes over the actual state of a post, after a write with an unknown effect. */
async function noteShown(run: Sequence, id: PostId): Promise<void> {
  await run.context.visibility.settle()
  const reply = await look(run, postPath(id))
  const post = asPost(readBody(reply.body))
  if (reply.status === 404) run.note({ kind: 'deleted', id })
  else if (post) run.note({ kind: 'written', post: { ...post, id } })
  else run.note({ kind: 'incomplete', id })
}
