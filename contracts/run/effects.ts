import { eachField, type PostFields } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { lostCreate, takenId } from '../judge/write-check.ts'
import {
  alive,
  areEqual,
  type Expectation,
  isIncomplete,
  type OwnPost,
  postOf,
} from '../model/reference-model.ts'
import { postPath } from '../scenarios/addresses.ts'
import { type Exchange, plainRequest } from '../scenarios/exchange.ts'
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
import { isAbsent, isRefusal, isSuccess } from '../wire/status.ts'
import { check, listViolations, report } from './checks.ts'
import type { PlannedWrite } from './plan.ts'
import { look, send, wholeList } from './requests.ts'
import type { Sequence } from './sequence.ts'

/** Notes the expected effect of a write; for one that failed with 5xx, the actual effect. Returns the id of its post. */
export async function noteEffect(
  run: Sequence,
  write: PlannedWrite,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { operation, post, named, fields } = write
  if (operation === 'replace' && !post) run.context.record.replacesOfMissing.push(isAbsent(exchange.reply))
  if (isRefusal(exchange.reply)) return post?.id ?? (operation === 'create' ? undefined : named)
  if (operation === 'create' && fields) return await noteCreated(run, write, fields, exchange)
  if (post && !isSuccess(exchange.reply)) await noteShown(run, post.id)
  else if (post && fields) await noteReplaced(run, post, fields, exchange)
  else if (post) run.note({ kind: 'deleted', id: post.id })
  else if (named !== undefined && fields) {
    // A replace of a missing post may create it.
    await run.context.visibility.settle()
    const { reply } = await send(run, plainRequest('GET', postPath(named)))
    const isMade = reply.status === 200 && asPost(readBody(reply.body))
    if (isMade) run.note({ kind: 'written', post: { ...fields, id: named }, chosenBy: 'client' })
  }
  return post?.id ?? named
}

/** Notes the texts of a replaced post. */
async function noteReplaced(
  run: Sequence,
  { id, ...old }: OwnPost,
  fields: PostFields,
  exchange: Exchange,
): Promise<void> {
  run.note({ kind: 'written', post: { ...fields, id }, expected: expectationAfter(exchange, old) })
  if (isIncomplete(run.model, id)) await run.context.visibility.settle()
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
    const chosenBy = id === write.named ? 'client' : 'service'
    run.note({ kind: 'written', post: { ...fields, id }, chosenBy, expected: expectationAfter(exchange) })
    run.evidence.made(write.request, id)
  } else if (isOpen) {
    // The only new post is removed at the end of the sequence.
    const unmarked = isUnclear ? undefined : posts?.unmarked.claim(idsNamedBy(reply))
    if (unmarked !== undefined) run.note({ kind: 'incomplete', id: unmarked })
  } else if (!isUnclear) await reportMissing(run, write, fields, idInBody(reply.body))
  return id
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

/** What the texts of a post must be after a write: those that it sent; others not the old ones. An empty one may be both. */
function expectationAfter(exchange: Exchange, old?: PostFields): Expectation {
  const isJson = exchange.request.headers['content-type']?.startsWith('application/json') === true
  const sent = sentTexts(exchange)
  return eachField((name) => {
    const [text, before] = [sent[name], old?.[name]]
    if (isJson && text !== undefined) return { kind: 'text', text }
    return text === undefined && before ? { kind: 'not', text: before } : { kind: 'unknown' }
  })
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
