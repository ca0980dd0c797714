import type { PostFields } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { isGone, type OwnPost, postOf, spare } from '../model/reference-model.ts'
import { distantId } from '../scenarios/addresses.ts'
import { anyPosts } from '../scenarios/examples.ts'
import type { Before } from '../scenarios/provider-state.ts'
import { fill, type Situation, type StateValues } from '../scenarios/scenario.ts'
import { SetUpError } from '../wire/failure.ts'
import { isRefusal, isSuccess } from '../wire/status.ts'
import { checkList, checkRead } from './checks.ts'
import { leavesOut } from './context.ts'
import { newTexts, type PlannedWrite, plannedDelete, plannedTexts } from './plan.ts'
import type { Sequence } from './sequence.ts'
import { performOne } from './writes.ts'

/**
 * Makes the requests before an example; posts whose texts do not matter are those of the run, if it has some.
 * @returns undefined where a run that only reads does not find what the request needs.
 * @throws SetUpError where that fails.
 */
export async function setUp(run: Sequence, situation: Situation): Promise<StateValues | undefined> {
  const { after, of = 0 } = situation
  const request = JSON.stringify(situation.request)
  const title = run.nextMark()
  if (after.length > 0 && after.every((each) => anyPosts.includes(each))) {
    const needsOne = request.includes('${id}')
    if (leavesOut(run.context, 'create')) {
      const [id] = needsOne ? run.model.foreign : []
      return needsOne && id === undefined ? undefined : { title, ...defined({ id }) }
    }
    const isUnused = of >= after.length
    const id = isUnused ? unusedId(run) : await spareId(run)
    const other = needsOne && !request.includes('${other}') ? undefined : await spareId(run, id)
    return { title, id, ...defined({ other }) }
  }
  const made = await createdBy(run, after)
  const { body } = situation.request
  const sameTitle = made.find((each) => isObject(body) && body.title === each.template.title)
  const post = request.includes('${id}') ? made[of] : sameTitle
  const id = request.includes('${id}') ? (post?.id ?? unusedId(run)) : undefined
  return { title: post?.title ?? title, ...defined({ id }) }
}

/** A post for an example that is neither the oldest nor the newest; creates posts until there is one. */
async function spareId(run: Sequence, other?: PostId): Promise<PostId> {
  for (;;) {
    const post = spare(run.model, other)
    if (post) return post.id
    await createPost(run)
  }
}

/** A post that was created before an example, with its unique text. */
interface Made {
  readonly id: PostId
  readonly title: string
  readonly template: PostFields
}

/**
 * Performs requests, and checks what they create.
 * @param common the unique text of all posts. Default each has its own, unless its title is that of another.
 */
async function createdBy(
  run: Sequence,
  before: readonly Before[],
  common?: string,
): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const each of before) {
    const post = 'post' in each ? (made[each.post] as Made) : undefined
    switch (each.operation) {
      case 'create': {
        const same = made.find(({ template }) => template.title === each.texts.title)
        const title = common ?? same?.title ?? run.nextMark()
        const { texts, otherwise } = fill(each, { title })
        made.push({ id: (await createPost(run, texts, otherwise)).id, title, template: each.texts })
        break
      }
      case 'replace':
        if (post) {
          const { texts, otherwise } = fill(each, post)
          await writeTexts(run, post.id, texts, otherwise)
        }
        break
      case 'delete':
        if (post) await write(run, plannedDelete(run, post.id))
        break
      case 'read':
        if (post) await checkRead(run, post.id)
        break
      case 'list':
        await checkList(run)
    }
  }
  return made
}

/** Creates a post and reads it. @throws SetUpError where there is none. */
export async function createPost(
  run: Sequence,
  fields = newTexts(run),
  otherwise?: PostFields,
): Promise<OwnPost> {
  const id = await writeTexts(run, undefined, fields, otherwise)
  await checkRead(run, id)
  const post = postOf(run.model, id)
  if (!post) throw new SetUpError(`post ${id} is gone after its create`)
  return post
}

/** Creates or replaces a post, with other texts where these are refused. */
async function writeTexts(
  run: Sequence,
  id: PostId | undefined,
  texts: PostFields,
  otherwise?: PostFields,
): Promise<PostId> {
  const made = plannedTexts(run, id, texts, otherwise ? 'success-or-refusal' : 'success')
  return await write(run, made, otherwise && plannedTexts(run, id, otherwise, 'success'))
}

/** Performs a write, or where it is refused another; returns the id of its post. @throws SetUpError where it is not done. */
async function write(run: Sequence, made: PlannedWrite, otherwise?: PlannedWrite): Promise<PostId> {
  const { exchange, id } = await performOne(run, made)
  const { request, reply } = exchange
  if (otherwise && isRefusal(reply)) return await write(run, otherwise)
  const mayRefuse = made.permits !== 'success' && isRefusal(reply)
  // It may be done although the service says that it is busy.
  const isDone = isSuccess(reply) || mayRefuse || !made.post || isGone(run.model, made.post.id)
  if (id !== undefined && isDone) return id
  const body = reply.body === '' ? '' : ` ${reply.body.slice(0, 200).replace(/\s+/g, ' ')}`
  throw new SetUpError(`${request.method} ${request.path} answered ${reply.status}${body}`, exchange)
}

/**
 * Makes the requests before an interaction as they are, and waits until reads show their effects.
 * @throws SetUpError where the service refuses one.
 */
export async function makeTrue(run: Sequence, { after, of = 0, request }: Situation): Promise<StateValues> {
  const title = run.nextMark()
  const made = await createdBy(run, after, title)
  // What was not written again was read after its create.
  const changed = after.flatMap((each) => ('post' in each && each.operation !== 'read' ? each.post : []))
  for (const { id } of new Set(changed.flatMap((at) => made[at] ?? []))) await checkRead(run, id)
  await run.context.visibility.settle()
  const needsId = JSON.stringify(request).includes('${id}')
  const id = made[of]?.id ?? (needsId ? unusedId(run) : undefined)
  return { title, ...defined({ id }) }
}

/** An id that no known post has or had; an example that runs at the same time may create a post with the first. */
function unusedId({ model }: Sequence): PostId {
  let id = 2 * distantId
  while (model.foreign.has(id) || postOf(model, id) || isGone(model, id)) id += distantId
  return id
}
