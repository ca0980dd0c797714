import { answerAgain, idMetBy } from '../../contracts/client/replay.ts'
import { shapingVariants } from '../../contracts/client/shaping.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { Post } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'

/** The limit of posts when a request is answered again. */
const mostPosts = 30

/** The choices that affected a reply: those for which another listed answer alone changes it. */
export async function shapedBy(entry: JournalEntry, world: World): Promise<readonly ChoiceId[]> {
  const replyUnder = (profile: Profile) => answerAgain(entry, copyOf(world, entry, profile))
  const shaping = await shapingVariants(entry, world.profile, replyUnder)
  return [...new Set(shaping.map(({ choice }) => choice))]
}

/** A temporary world with the current posts, also the one that a request met. */
function copyOf(world: World, entry: JournalEntry, profile: Profile): World {
  const { credentials: _any, ...options } = world.options
  const met = postMetBy(entry, world)
  const { posts, ids } = world.store.snapshot()
  const others = posts.filter(({ id }) => id !== met?.id).slice(0, mostPosts)
  const copy = new World({
    ...options,
    profile,
    posts: 0,
    latency: 0,
    now: () => entry.at,
    onWarning() {},
  })
  copy.store.restore({ posts: met ? [{ ...met }, ...others] : others, ids })
  return copy
}

/** The post that must exist to repeat a request with the same result: the current one, or a placeholder. */
function postMetBy(entry: JournalEntry, { store, profile }: World): Post | undefined {
  const id = idMetBy(entry, profile)
  return id === undefined ? undefined : (store.read(id) ?? { id, title: 'A title', content: 'A content' })
}
