import { type PostFields, type PostId, toPostId } from '../../handlers/model/post.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { isBusy, isSuccess } from '../spec/exchange.ts'
import { equalContent, type StateName, type StateValues } from '../spec/states.ts'
import { SetUpError } from '../wire/failure.ts'
import type { CheckContext } from './check-context.ts'
import type { SequenceRun } from './sequence-run.ts'
import { contentOf, contents } from './texts.ts'
import { deletionOf, type Performed, type Prepared, perform, writeTexts } from './write.ts'

/** Makes each provider state true through the public interface. */
const states: Readonly<Record<StateName, (run: SequenceRun) => Promise<StateValues>>> = {
  'a title is free': async (run) => ({ title: run.context.posts.nextTitle() }),

  'a post exists': async (run) => {
    const { own } = run.context
    const spare = own.spare()
    if (spare) return { id: spare.id }
    if (own.alive.length === 0) await createPost(run)
    const { id } = await createPost(run)
    await createPost(run)
    return { id }
  },

  'several posts exist': async (run) => {
    const { own } = run.context
    const { id } = own.spare() ?? (await createPost(run))
    const { id: other } = own.spare(id) ?? (await createPost(run))
    if (own.alive.at(-1)?.id === other) await createPost(run)
    return { id, other }
  },

  'a post with the title exists': async (run) => {
    const title = run.context.posts.nextTitle()
    const { id } = await createPost(run, { title, content: equalContent(title) })
    return { id, title }
  },

  'a post was replaced': async (run) => {
    // A service may permit few edits of one post.
    const post = await createPost(run)
    await write(run, writeTexts(post, { title: post.title, content: `Re: ${post.title}.` }))
    return { id: post.id }
  },

  'a post was deleted': async (run) => {
    const post = await createPost(run)
    await write(run, deletionOf(post))
    return { id: post.id }
  },

  'no post has the id': async ({ context }) => ({ id: await unusedId(context) }),
}

/** Makes states true, one after the other; merges their values. @throws SetUpError where that fails. */
export async function setUp(run: SequenceRun, names: readonly StateName[]): Promise<StateValues> {
  let values: StateValues = {}
  for (const name of names) values = { ...values, ...(await states[name](run)) }
  return values
}

/** Creates a post and reads it. @throws SetUpError where there is none. */
export async function createPost(run: SequenceRun, fields?: PostFields): Promise<OwnPost> {
  const title = run.context.posts.nextTitle()
  const id = await write(
    run,
    writeTexts(undefined, fields ?? { title, content: contentOf(contents.length, title) }),
  )
  await run.read(id)
  const post = run.context.own.get(id)
  if (!post) throw new SetUpError(`post ${id} is gone after its create`)
  return post
}

/** How often a write is tried at a service that says that it is busy. */
export const mostTries = 4

/** Performs an ordinary write, and returns the id of its post. @throws SetUpError where it is not done. */
async function write(run: SequenceRun, made: Prepared): Promise<PostId> {
  const { method, path } = made.request
  for (let tries = 1; ; tries++) {
    const [{ exchange, id }] = (await perform(run, [{ ...made, permits: 'success' }])) as [Performed]
    const { reply } = exchange
    // It may be done all the same.
    const isDone = isSuccess(reply) || !made.post || run.context.own.isGone(made.post.id)
    if (id !== undefined && isDone) return id
    if (!isBusy(reply) || tries === mostTries)
      throw new SetUpError(`${method} ${path} answered ${reply.status}`, exchange)
  }
}

/** How far an unused id is from the used ones: no run creates so many posts. */
const distance = 1_000_003n

/**
 * An id far from those in the list that a read does not find, as the list may be incomplete. Where reads find each, the
 * first one: the checks judge that.
 */
export async function unusedId(context: CheckContext): Promise<PostId> {
  const { list, broken } = await context.wholeList()
  const ids = [...list.ids, ...context.own.alive.map(({ id }) => id)].map(BigInt)
  const lowest = ids.reduce((one, other) => (other < one ? other : one), ids[0] ?? 0n)
  const highest = ids.reduce((one, other) => (other > one ? other : one), ids[0] ?? 0n)
  // The middle is for lists with posts at both ends of int64.
  const distant = [highest + distance, lowest - distance, (lowest + highest) / 2n + distance]
  const candidates = distant.flatMap((value) => toPostId(value) ?? []).filter((id) => !list.ids.has(id))
  for (const id of candidates) if (!isSuccess(await context.look(`/posts/${id}`))) return id
  const [first] = candidates
  if (!broken && first !== undefined) return first
  throw new SetUpError('the list cannot be read, and every id tried without it has a post')
}
