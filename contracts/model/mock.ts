import { answer } from '../../handlers/answer.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'
import { emptyWorld, type World } from '../../handlers/world/world.ts'
import { type Example, fillRequest, isOwnerless } from '../spec/example.ts'
import type { ReceivedReply, SentRequest } from '../spec/exchange.ts'
import { equalContent, type StateValues } from '../spec/states.ts'
import type { OwnPost } from './own-posts.ts'

const base = 'http://understudy.invalid/v1'

/** What a mock replies to a request. */
async function replyOf(world: World, { method, path, headers, body }: SentRequest): Promise<ReceivedReply> {
  const [pathname = '', query = ''] = path.split(/(?=\?)/)
  const read = decodeBody(new TextEncoder().encode(body), world.profile['input.max-bytes'])
  const reply = await answer({ method, base, path: pathname, query, headers, ...read }, world)
  return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
}

/** What a mock with some posts replies to a request that a provider answered. */
export async function mockReply(
  profile: Profile,
  posts: readonly OwnPost[],
  request: SentRequest,
): Promise<ReceivedReply> {
  const world = emptyWorld({ ...profile, ...withoutGates })
  const kept = profile['text.kept']
  for (const { id, title, content } of posts)
    await world.store.put(id, { title: keepText(kept, title), content: keepText(kept, content) })
  return await replyOf(world, request)
}

/** No credentials, limits and pages, as a client that handles them sees it. */
const withoutGates = {
  'access.credentials': 'none',
  'limit.requests': 'none',
  'limit.time': 'none',
  'list.page-size': 'none',
} as const

/** The values of an example's states, and a mock's reply. */
interface AnsweredExample {
  readonly values: StateValues
  readonly reply: ReceivedReply
}

/** What the mock of a profile replies to an example; its store has three posts, whatever the states. */
export async function answerExample(
  example: Pick<Example, 'states' | 'request'>,
  profile: Profile,
): Promise<AnsweredExample> {
  const world = emptyWorld(profile)
  const ids: PostId[] = []
  for (const title of ['pu-before', 'pu-example', 'pu-after']) {
    const post = await world.store.create({ title, content: equalContent(title) })
    if (post) ids.push(post.id)
  }
  const [, existing = 1, other = 1] = ids
  const values = { title: 'pu-example', id: isOwnerless(example.states) ? 1_000_003 : existing, other }
  return { values, reply: await replyOf(world, fillRequest(example, values)) }
}
