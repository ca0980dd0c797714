import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { idIn, isRefusal, isSuccess } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import { wholeList } from '../judge/views.ts'
import type { Stage } from '../session/stage.ts'
import { freeId } from './near-id.ts'
import type { Scene } from './scene.ts'
import { type BadBody, type Look, pick, type Step } from './step.ts'
import { contentOf } from './texts.ts'
import { adoptNew, adoptShown, deleting, freeTitle, posting, putting, withBody } from './writing.ts'

/** Sends the latest PUT or DELETE once more: nothing may change. */
export async function repeat(scene: Scene, where: Look): Promise<void> {
  const { own } = scene.bench
  const request = scene.moves.at(-1)?.request
  const id = idIn(request?.path ?? '')
  if (!request || id === undefined) return
  const post = own.get(id)
  const isDone =
    request.method === 'PUT'
      ? post && request.body === stringifyJson({ title: post.title, content: post.content })
      : request.method === 'DELETE' && own.isGone(id) && (await scene.isFree(id))
  if (!isDone) return
  const { reply } = await scene.send(request)
  await scene.model.align(own.alive)
  if (!isSuccess(reply) && !isRefusal(reply)) return await adoptShown(scene, id)
  await scene.look(where, request.method === 'PUT' ? 'replace.idempotent' : 'delete.idempotent', id)
}

/** A write to a post that is gone brings nothing back, unless a replace creates it: then it is ours again. */
export async function writeDeleted(
  scene: Scene,
  step: Step & { readonly do: 'delete-deleted' | 'replace-deleted' },
): Promise<void> {
  const id = pick(scene.bench.own.gone, step.post)
  // Somebody else may have got the id since: their post is not ours to write.
  if (id === undefined || !(await scene.isFree(id))) return
  if (step.do === 'replace-deleted') return await replaceNothing(scene, id, step.look)
  await scene.send(deleting(id))
  await scene.look(step.look, 'delete.idempotent', id)
}

/** How far ahead an id is that a write may name: so many posts would have to come between two requests to take it. */
const ahead = 4

/** A write that names an id which a post may get soon. */
export async function writeNext(
  scene: Scene,
  step: Step & { readonly do: 'replace-next' | 'create-next' },
): Promise<void> {
  const id = freeId(scene, step.post, ahead)
  if (id === undefined || !scene.terms.isAlone() || !(await scene.isFree(id))) return
  if (step.do === 'replace-next') return await replaceNothing(scene, id, step.look)
  const title = await freeTitle(scene)
  const { request } = posting({ id, title, content: contentOf(0, title) })
  const { reply } = await scene.send(request)
  const fields = { title, content: contentOf(0, title) }
  const made = isRefusal(reply) ? undefined : await adoptNew(scene, fields, reply.body, !isSuccess(reply))
  await scene.look(step.look, 'create.adds', made)
}

async function replaceNothing(scene: Scene, id: PostId, where: Look): Promise<void> {
  const title = await freeTitle(scene)
  const fields = { title, content: contentOf(0, title) }
  const { reply } = await scene.send(putting(id, fields))
  if (isRefusal(reply)) await scene.model.align(scene.bench.own.alive)
  else {
    await scene.terms.settle()
    const isThere =
      (await scene.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).reply.status === 200
    if (isThere) await scene.keep(id, fields, 'named')
    else await scene.model.align(scene.bench.own.alive)
  }
  await scene.look(where, 'replace.whole', id)
}

/**
 * A body that is refused must change nothing; where it is taken, it is not for us to say what comes of it: the post goes.
 * Until it is gone it is none of those that the document knows, and other sequences would take it for a fault.
 */
export async function sendBadBody(scene: Scene, step: Step & { readonly do: 'refused' }): Promise<void> {
  const { bench } = scene
  const post = step.post === 'new' ? undefined : pick(bench.own.alive, step.post)
  if ((step.post !== 'new' && !post) || !scene.terms.isAlone()) return
  const title = post?.title ?? (await freeTitle(scene))
  const before = [...bench.foreign, ...bench.own.alive.map(({ id }) => id)]
  const sent = badBodies[step.body](title)
  const { reply } = await scene.send(
    post ? withBody('PUT', `/posts/${post.id}`, sent) : withBody('POST', '/posts', sent),
    step.body,
  )
  if (isRefusal(reply)) await scene.model.align(bench.own.alive)
  else {
    await scene.terms.settle()
    const id = post?.id ?? (await idOfBadPost(scene, title, { reply, sent, before }))
    if (id === undefined) return
    bench.incomplete.add(id)
    await scene.keep(id, { title, content: '' })
    await scene.sendAtOnce([deleting(id)])
    await scene.drop(id)
  }
  await scene.look(step.look, 'others.untouched')
}

/** Finds the post that came of a bad body; undefined where none did, or it might be somebody else's. */
async function idOfBadPost(
  { bench }: Scene,
  title: string,
  made: Parameters<Stage['adoptUnmarked']>[0],
): Promise<PostId | undefined> {
  const { items } = await wholeList(bench)
  const listed = items.find((item) => isObject(item) && item.title === title)
  const id = isObject(listed) ? toPostId(listed.id) : await bench.stage.adoptUnmarked(made)
  return id === undefined || bench.own.get(id) ? undefined : id
}

const badBodies: Record<BadBody, (title: string) => string> = {
  'cut-off': () => '{"title":',
  'without-content': (title) => JSON.stringify({ title }),
  'of-numbers': (title) => JSON.stringify({ title, content: 7 }),
}
