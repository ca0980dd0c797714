import { comparePostIds, type PostFields, type PostId, toPostId } from '../../handlers/model/post.ts'
import { type Exchange, isRefusal, isSuccess } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import { equalContent, type StateName, type StateValues, titleInWords } from '../document/states.ts'
import { SetUpError } from './set-up-error.ts'
import type { Stage } from './stage.ts'
import { readWholeList } from './whole-list.ts'

/** A small program against the public interface, after which a state is true. */
export type SetUp = (stage: Stage) => Promise<StateValues>

/** Every provider state, by the words in which a Pact file names it. */
export const states = {
  'a title is free': async (stage) => ({ title: await stage.freeTitle() }),

  'a post exists': async (stage) => {
    if (stage.own.alive.length === 0) await stage.create()
    const { id } = await stage.create()
    await stage.create()
    return { id }
  },

  'several posts exist': async (stage) => {
    const { id } = await stage.create()
    const { id: other } = await stage.create()
    await stage.create()
    return { id, other }
  },

  'a post with the title exists': async (stage) => {
    const title = await stage.freeTitle()
    const { id } = await stage.create({ title, content: equalContent(title) })
    return { id, title }
  },

  'a post with words in its title exists': async (stage) => {
    const title = await stage.freeTitle()
    const { id } = await stage.create({ title: titleInWords(title), content: equalContent(title) })
    return { id, title }
  },

  'a post was replaced': async (stage) => {
    const post = await stage.create()
    await stage.replace(post, { title: post.title, content: `Replaced once, ${post.title}.` })
    return { id: post.id }
  },

  'a post was replaced twice': async (stage) => {
    const post = await stage.create()
    await stage.replace(post, { title: post.title, content: `Replaced once, ${post.title}.` })
    await stage.replace(post, { title: post.title, content: `Replaced twice, ${post.title}.` })
    return { id: post.id }
  },

  'a post was deleted': async (stage) => {
    const post = await stage.create()
    await stage.delete(post)
    return { id: post.id }
  },

  'a post before others was deleted': async (stage) => {
    const post = await stage.create()
    await stage.create()
    await stage.create()
    await stage.delete(post)
    return { id: post.id }
  },

  'a post with doubles exists': async (stage) => {
    const title = await stage.freeTitle()
    const content = equalContent(title)
    await double(stage, { title, content: `${content} And more.` })
    const { id } = await stage.create({ title, content })
    await double(stage, { title, content })
    await double(stage, { title: `${title} and more`, content })
    return { id, title }
  },

  'a post whose id begins others exists': async (stage) => {
    if (stage.own.alive.length < 3) for (let count = 0; count < 3; count++) await stage.create()
    return { id: mostPrefixed(stage) }
  },

  'no post has the id': async (stage) => ({ id: await unusedId(stage) }),
} as const satisfies Record<StateName, SetUp>

/** A service may refuse a post that is like another: then there is one double less. */
async function double(stage: Stage, post: PostFields): Promise<void> {
  try {
    await stage.create(post)
  } catch (error) {
    if (!(error instanceof SetUpError && error.exchange && isRefusal(error.exchange.reply))) throw error
  }
}

/** The id of this run with which most others begin: 1 of 1, 10 and 17. The oldest where there is none. */
function mostPrefixed({ own }: Stage): PostId {
  const ids = own.alive.map(({ id }) => id)
  const longer = (id: PostId) => ids.filter((other) => String(other).startsWith(String(id))).length
  const most = Math.max(...ids.map(longer))
  return ids.find((id) => longer(id) === most) ?? 1
}

/** How far an id that no post ever had lies from those in use: far enough that no run will reach it. */
const distance = 1_000_003n

async function unusedId({ send, own }: Stage): Promise<PostId> {
  const { items, broken } = await readWholeList(send)
  const listed = items.flatMap((item) => (isObject(item) ? (toPostId(item.id) ?? []) : []))
  const ids = [...listed, ...own.alive.map(({ id }) => id)].toSorted(comparePostIds)
  const [lowest, highest] = [BigInt(ids[0] ?? 0), BigInt(ids.at(-1) ?? 0)]
  const distant = [1n, 1_000n, 1_000_000n].map((factor) => factor * distance)
  const candidates = [...distant.map((far) => highest + far), ...distant.map((far) => lowest - far)]
  const distantIds = candidates.flatMap((value) => toPostId(value) ?? [])
  let taken: Exchange | undefined
  for (const id of distantIds) {
    // A list may show only a part of the posts: the post under an id that is a guess is somebody else's.
    const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
    const reply = await send(request)
    if (!isSuccess(reply)) return id
    taken ??= { request, reply }
  }
  // Where every id has a post, no id has none: that is for whoever reads it to judge.
  const [first] = distantIds
  if (!broken && first !== undefined) return first
  throw new SetUpError('the list cannot be read, and there is a post under every id chosen without it', taken)
}
