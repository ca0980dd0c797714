import type { PostFields } from '../../handlers/fields.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { alive, isGone, type OwnPost, postOf, spare } from '../model/reference-model.ts'
import { distantId, postPath } from '../scenarios/addresses.ts'
import { equalContent, type StateName, type StateValues } from '../scenarios/scenario.ts'
import { allFields } from '../scenarios/texts.ts'
import { SetUpError } from '../wire/failure.ts'
import { isBarred, isSuccess } from '../wire/status.ts'
import { checkRead } from './checks.ts'
import { leavesOut } from './context.ts'
import { look, wholeList } from './requests.ts'
import type { Sequence } from './sequence.ts'
import { newTexts } from './steps/write.ts'
import { type PlannedWrite, performOne, plannedDelete, plannedTexts } from './writes.ts'

/** Makes each provider state true through the public interface; undefined where a run that only reads cannot. */
const states: Readonly<Record<StateName, (run: Sequence) => Promise<StateValues | undefined>>> = {
  'a title is free': async (run) => ({ title: run.nextTitle() }),

  async 'a post exists'(run) {
    const id = leavesOut(run.context, 'create') ? await readableId(run) : await spareId(run)
    return id === undefined ? undefined : { id }
  },

  async 'several posts exist'(run) {
    if (leavesOut(run.context, 'create')) return {}
    const id = await spareId(run)
    return { id, other: await spareId(run, id) }
  },

  async 'a post with the title exists'(run) {
    const title = run.nextTitle()
    const { id } = await createPost(run, allFields({ title, content: equalContent(title) }))
    return { id, title }
  },

  async 'a post was replaced'(run) {
    // A service may permit few edits of one post.
    const { id, title } = await createPost(run)
    await write(run, plannedTexts(run, id, allFields({ title, content: `Re: ${title}.` }), 'success'))
    return { id }
  },

  async 'a post was deleted'(run) {
    const { id } = await createPost(run)
    await write(run, plannedDelete(run, id))
    return { id }
  },

  'no post has the id': async (run) => ({ id: await unusedId(run) }),
}

/**
 * Makes states true, one after the other; merges their values.
 * @returns undefined where a run that only reads does not find what they need.
 * @throws SetUpError where that fails.
 */
export async function setUp(run: Sequence, names: readonly StateName[]): Promise<StateValues | undefined> {
  let values: StateValues = {}
  for (const name of names) {
    const made = await states[name](run)
    if (!made) return undefined
    values = { ...values, ...made }
  }
  return values
}

/** A post for an example that is neither the oldest nor the newest; creates posts until there is one. */
async function spareId(run: Sequence, other?: PostId): Promise<PostId> {
  for (;;) {
    const post = spare(run.model, other)
    if (post) return post.id
    await createPost(run)
  }
}

/** How many posts to try until one is readable. */
const mostPrivate = 8

/** A post of another client. */
async function readableId(run: Sequence): Promise<PostId | undefined> {
  for (const id of [...run.model.foreign].slice(0, mostPrivate))
    if (!isBarred(await look(run, postPath(id)))) return id
  return undefined
}

/** Creates a post and reads it. @throws SetUpError where there is none. */
export async function createPost(run: Sequence, fields?: PostFields): Promise<OwnPost> {
  const id = await write(run, plannedTexts(run, undefined, fields ?? newTexts(run), 'success'))
  await checkRead(run, id)
  const post = postOf(run.model, id)
  if (!post) throw new SetUpError(`post ${id} is gone after its create`)
  return post
}

/** Performs an ordinary write, and returns the id of its post. @throws SetUpError where it is not done. */
async function write(run: Sequence, made: PlannedWrite): Promise<PostId> {
  const { exchange, id } = await performOne(run, made)
  const { request, reply } = exchange
  // It may be done although the service says that it is busy.
  const isDone = isSuccess(reply) || !made.post || isGone(run.model, made.post.id)
  if (id !== undefined && isDone) return id
  throw new SetUpError(`${request.method} ${request.path} answered ${reply.status}`, exchange)
}

/**
 * An id far from those in the list that a read does not find, as the list may be incomplete. Where reads find each, the
 * first one: the checks judge that.
 */
export async function unusedId(run: Sequence): Promise<PostId> {
  const { list, broken } = await wholeList(run)
  const ids = [...list.ids, ...alive(run.model).map(({ id }) => id)].map(BigInt)
  const lowest = ids.reduce((one, other) => (other < one ? other : one), ids[0] ?? 0n)
  const highest = ids.reduce((one, other) => (other > one ? other : one), ids[0] ?? 0n)
  const distance = BigInt(distantId)
  // The middle is for lists with posts at both ends of int64.
  const distant = [highest + distance, lowest - distance, (lowest + highest) / 2n + distance]
  const candidates = distant.flatMap((value) => toPostId(value) ?? []).filter((id) => !list.ids.has(id))
  for (const id of candidates) if (!isSuccess(await look(run, postPath(id)))) return id
  const [first] = candidates
  if (!broken && first !== undefined) return first
  throw new SetUpError('the list cannot be read, and every id tried without it has a post')
}
