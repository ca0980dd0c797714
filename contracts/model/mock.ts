import { answer } from '../../handlers/answer.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { emptyWorld, type World } from '../../handlers/world/world.ts'
import { distantId } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import {
  type Example,
  equalContent,
  fillRequest,
  isOwnerless,
  type StateValues,
} from '../scenarios/scenario.ts'
import { allFields } from '../scenarios/texts.ts'

const base = 'http://understudy.invalid/v1'

/** What a mock replies to a request. */
async function replyOf(world: World, { method, path, headers, body }: SentRequest): Promise<ReceivedReply> {
  const [pathname = '', query = ''] = path.split(/(?=\?)/)
  const read = decodeBody(new TextEncoder().encode(body), world.profile['input.max-bytes'])
  const reply = await answer({ method, base, path: pathname, query, headers, ...read }, world)
  return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
}

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
    const post = await world.store.create(allFields({ title, content: equalContent(title) }))
    if (post) ids.push(post.id)
  }
  const [, existing = 1, other = 1] = ids
  const values = { title: 'pu-example', id: isOwnerless(example.states) ? distantId : existing, other }
  return { values, reply: await replyOf(world, fillRequest(example, values)) }
}
