import { shapingOf } from '../../contracts/client/shaping.ts'
import { answersOtherThan, completeProfile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { World } from '../../handlers/world/world.ts'

/** The choices that affected a reply: those for which another listed answer alone changes it. */
export async function shapedBy(entry: JournalEntry, world: World): Promise<readonly ChoiceId[]> {
  const profile = answersOtherThan(completeProfile(), world.profile)
  const { requests } = world.journal
  const earlier = requests.slice(0, requests.indexOf(entry))
  const isDeleted = earlier.some(({ operation, status }) => operation === 'delete' && status < 300)
  const exchange = { profile, posts: world.store.count, ...(isDeleted && { deleted: isDeleted }), entry }
  const shaping = await shapingOf({ kind: 'exchange', own: {}, ...exchange })
  const settled = settledBefore(entry)
  return [...new Set(shaping.map(({ choice }) => choice))].filter((choice) => !settled.includes(choice))
}

/** What another answer no longer changes: a post keeps its id, and its added fields until it is replaced. */
function settledBefore({ operation }: JournalEntry): readonly ChoiceId[] {
  if (operation === 'create') return []
  return operation === 'replace' ? ['id.assignment'] : ['id.assignment', 'post.extra-fields']
}
