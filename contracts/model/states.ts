import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Example } from '../spec/example.ts'
import { type Exchange, isSuccess } from '../spec/exchange.ts'
import { listingOf } from '../spec/listing.ts'
import { equalContent, type StateName, type StateValues } from '../spec/states.ts'
import { SetUpError } from '../wire/set-up-error.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { StateSetup } from './state-setup.ts'

/** Makes a state true through the public interface. */
export type SetUp = (setup: StateSetup) => Promise<StateValues>

/** Every provider state, by its name in Pact files. */
export const states = {
  'a title is free': async (setup) => ({ title: await setup.freeTitle() }),

  'a post exists': async (setup) => {
    const spare = setup.own.spare()
    if (spare) return { id: spare.id }
    if (setup.own.alive.length === 0) await setup.create()
    const { id } = await setup.create()
    await setup.create()
    return { id }
  },

  'several posts exist': async (setup) => {
    const { id } = setup.own.spare() ?? (await setup.create())
    const { id: other } = setup.own.spare(id) ?? (await setup.create())
    if (setup.own.alive.at(-1)?.id === other) await setup.create()
    return { id, other }
  },

  'a post with the title exists': async (setup) => {
    const title = await setup.freeTitle()
    const { id } = await setup.create({ title, content: equalContent(title) })
    return { id, title }
  },

  'a post was replaced': async (setup) => {
    // A service may permit few edits of one post.
    const post = await setup.create()
    await setup.replace(post, { title: post.title, content: `Replaced once, ${post.title}.` })
    return { id: post.id }
  },

  'a post was deleted': async (setup) => {
    const post = await setup.create()
    await setup.delete(post)
    return { id: post.id }
  },

  'no post has the id': async (setup) => ({ id: await unusedId(setup) }),
} as const satisfies Record<StateName, SetUp>

/** How far an unused id is from the used ones: no run creates so many posts. */
const distance = 1_000_003n

async function unusedId(setup: StateSetup): Promise<PostId> {
  const { send, own } = setup
  const { items, broken } = await readWholeList(send)
  const ids = [...listingOf(items).ids, ...own.alive.map(({ id }) => id)]
  const lowest = BigInt(ids.reduce((one, other) => (other < one ? other : one), ids[0] ?? 0))
  const highest = BigInt(ids.reduce((one, other) => (other > one ? other : one), ids[0] ?? 0))
  const distant = [1n, 1_000n, 1_000_000n].map((factor) => factor * distance)
  const candidates = [
    ...distant.map((far) => highest + far),
    ...distant.map((far) => lowest - far),
    // For lists with posts at both ends of int64.
    ...distant.map((far) => (lowest + highest) / 2n + far),
  ]
  const distantIds = candidates.flatMap((value) => toPostId(value) ?? []).filter((id) => !ids.includes(id))
  let taken: Exchange | undefined
  for (const id of distantIds) {
    // The list may be incomplete, so the id may belong to a foreign post.
    const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
    const reply = await send(request)
    if (!isSuccess(reply)) return id
    taken ??= { request, reply }
  }
  // Every id seems to have a post: the checks judge that.
  const [first] = distantIds
  if (!broken && first !== undefined) return first
  throw new SetUpError('the list cannot be read, and every id tried without it has a post', taken)
}

/** Sets up the states of an example, one after the other; merges their values. */
export async function setUp(example: Pick<Example, 'states'>, setup: StateSetup): Promise<StateValues> {
  let values: StateValues = {}
  for (const name of example.states) values = { ...values, ...(await states[name](setup)) }
  return values
}
