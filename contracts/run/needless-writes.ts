import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { findUnmarked } from '../judge/create-check.ts'
import { wholeList } from '../judge/views.ts'
import { type Exchange, idIn, isRefusal, isSuccess, jsonRequest } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import { idInBody } from '../wire/find-id.ts'
import { freeId } from './near-id.ts'
import type { SequenceRun } from './sequence-run.ts'
import { type BadBody, type Look, pick, type Step } from './step.ts'
import { contentOf } from './texts.ts'
import { adoptNew, adoptShown, deleting, posting, putting } from './writing.ts'

/** Sends the latest PUT or DELETE once more: nothing may change. */
export async function repeat(run: SequenceRun, where: Look): Promise<void> {
  const { own } = run.context
  const request = run.moves.findLast(({ request: { method } }) => method !== 'GET')?.request
  const id = idIn(request?.path ?? '')
  if (!request || id === undefined) return
  const post = own.get(id)
  const isDone =
    request.method === 'PUT'
      ? post && request.body === stringifyJson({ title: post.title, content: post.content })
      : request.method === 'DELETE' && own.isGone(id) && (await run.isFree(id))
  if (!isDone) return
  const { reply } = await run.send(request)
  if (!isSuccess(reply) && !isRefusal(reply)) return await adoptShown(run, id)
  await run.look(where, request.method === 'PUT' ? 'replace.idempotent' : 'delete.idempotent', id)
}

/** Writes to a deleted post: it must stay deleted, unless a replace creates it. */
export async function writeDeleted(
  run: SequenceRun,
  step: Step & { readonly do: 'delete-deleted' | 'replace-deleted' },
): Promise<void> {
  const id = pick(run.context.own.gone, step.post)
  // A foreign post may have the id now.
  if (id === undefined || !(await run.isFree(id))) return
  if (step.do === 'replace-deleted') return await replaceNothing(run, id, step.look)
  await run.send(deleting(id))
  await run.look(step.look, 'delete.idempotent', id)
}

/** How far ahead the named id is: so many creates between two requests would take it. */
const ahead = 4

/** Writes to an id that a post may get soon. */
export async function writeNext(
  run: SequenceRun,
  step: Step & { readonly do: 'replace-next' | 'create-next' },
): Promise<void> {
  const id = freeId(run, step.post, ahead)
  if (id === undefined || !run.terms.isAlone() || !(await run.isFree(id))) return
  if (step.do === 'replace-next') return await replaceNothing(run, id, step.look)
  const title = await run.context.setup.freeTitle()
  const { request } = posting({ id, title, content: contentOf(0, title) })
  const { reply } = await run.send(request)
  const fields = { title, content: contentOf(0, title) }
  // A reply with the id of the request may only repeat the request.
  const body = idInBody(reply.body) === id ? '' : reply.body
  const made = isRefusal(reply) ? undefined : await adoptNew(run, fields, body, !isSuccess(reply))
  await run.look(step.look, 'create.adds', made)
}

async function replaceNothing(run: SequenceRun, id: PostId, where: Look): Promise<void> {
  const title = await run.context.setup.freeTitle()
  const fields = { title, content: contentOf(0, title) }
  const { reply } = await run.send(putting(id, fields))
  if (!isRefusal(reply)) {
    await run.terms.settle()
    const isThere =
      (await run.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).reply.status === 200
    if (isThere) run.keep(id, fields, 'named')
  }
  await run.look(where, 'replace.whole', id)
}

/**
 * Sends an invalid body. If it is refused, nothing must change; otherwise the post is deleted at once, before other
 * sequences take it for a fault.
 */
export async function sendBadBody(run: SequenceRun, step: Step & { readonly do: 'refused' }): Promise<void> {
  const { context } = run
  const post = step.post === 'new' ? undefined : pick(context.own.alive, step.post)
  if ((step.post !== 'new' && !post) || !run.terms.isAlone()) return
  const title = post?.title ?? (await run.context.setup.freeTitle())
  const sent = badBodies[step.body](title)
  const exchange = await run.send(
    post ? jsonRequest('PUT', `/posts/${post.id}`, sent) : jsonRequest('POST', '/posts', sent),
  )
  if (!isRefusal(exchange.reply)) {
    await run.terms.settle()
    const id = post?.id ?? (await idOfBadPost(run, title, exchange))
    if (id === undefined) return
    context.incomplete.add(id)
    run.keep(id, { title, content: '' })
    await run.sendAll([deleting(id)])
    run.drop(id)
  }
  await run.look(step.look, 'others.untouched')
}

/** Finds the post that an invalid body made; undefined where there is none, or it may be foreign. */
async function idOfBadPost(
  { context }: SequenceRun,
  title: string,
  exchange: Exchange,
): Promise<PostId | undefined> {
  const { items } = (await wholeList(context)).list
  const listed = items.find((item) => isObject(item) && item.title === title)
  const id = isObject(listed) ? toPostId(listed.id) : await findUnmarked(context, exchange)
  return id === undefined || context.own.get(id) ? undefined : id
}

const badBodies: Record<BadBody, (title: string) => string> = {
  'cut-off': () => '{"title":',
  'without-content': (title) => JSON.stringify({ title }),
  'of-numbers': (title) => JSON.stringify({ title, content: 7 }),
}
