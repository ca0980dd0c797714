import { completeProfile, type Profile, unknownIn } from '../../handlers/choices/profile.ts'
import { endpoints } from '../../handlers/endpoints.ts'
import type { PostFields } from '../../handlers/fields.ts'
import { handleRequest } from '../../handlers/handle-request.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { distantId, listPath, postPath } from '../scenarios/addresses.ts'
import { jsonRequest, plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import type { Before } from '../scenarios/provider-state.ts'
import { fill, fillRequest, type Situation } from '../scenarios/scenario.ts'
import { isRefusal } from './status.ts'

const base = 'http://understudy.invalid/v1'

/** What a mock replies to a request. */
async function replyOf(world: World, { method, path, headers, body }: SentRequest): Promise<ReceivedReply> {
  const [pathname = '', query = ''] = path.split(/(?=\?)/)
  const read = decodeBody(new TextEncoder().encode(body), world.profile['input.max-bytes'])
  const reply = await handleRequest({ method, base, path: pathname, query, headers, ...read }, world)
  return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
}

/** The unique text of an example at a mock. */
const title = 'A title'

/** A profile without limits and credentials: they would refuse the examples. */
export function withoutLimits(profile: Profile): Profile {
  return completeProfile({
    ...profile,
    unknown: [...unknownIn(profile)],
    'access.credentials': 'none',
    'input.max-bytes': 'none',
    'input.max-length': 'none',
    'limit.requests': 'none',
    'limit.time': 'none',
  })
}

/** What the mock of a profile without limits replies to a request, after those before it, and the values of these. */
export async function answerExample(situation: Situation, profile: Profile) {
  const world = new World({ posts: 0, profile, journalLimit: 1, now: () => 0, onWarning() {} })
  const ids = await idsAfter(world, fill(situation.after, { title }))
  const { [situation.of ?? 0]: id = distantId } = ids
  const values = { title, id, other: ids.find((each) => each !== id) ?? 1 }
  return { values, reply: await replyOf(world, fillRequest(situation, values)) }
}

/** Makes the requests before an observed one, as they are. @returns the ids of the posts that they create. */
async function idsAfter(world: World, before: readonly Before[]): Promise<readonly PostId[]> {
  const ids: PostId[] = []
  for (const each of before) {
    const path = 'post' in each ? postPath(ids[each.post] as PostId) : listPath
    const posts = new Set(world.store.list().map(({ id }) => id))
    if ('texts' in each) {
      const write = (texts: PostFields) =>
        replyOf(world, jsonRequest(endpoints[each.operation].method, path, texts))
      const reply = await write(each.texts)
      if (each.otherwise && isRefusal(reply)) await write(each.otherwise)
    } else await replyOf(world, plainRequest(endpoints[each.operation].method, path))
    ids.push(...world.store.list().flatMap(({ id }) => (posts.has(id) ? [] : id)))
  }
  return ids
}
