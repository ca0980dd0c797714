import type { Profile } from '../../handlers/choices/profile.ts'
import { keepText } from '../../handlers/operations/post-input.ts'
import { emptyWorld } from '../../handlers/world/world.ts'
import type { ReceivedReply, SentRequest } from '../spec/exchange.ts'
import { replyOf } from './example-reply.ts'
import type { OwnPost } from './own-posts.ts'

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
