import { after, instead, preceded } from '../changes.ts'
import { newest, nextTo, oldest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Reply } from '../provider.ts'

/** Remembers so many deletes, and brings back the post of the one before them. */
function forgetting(remembered: number): Change {
  return after('remove', ({ deleted, posts }) => {
    const back = deleted.at(-1 - remembered)
    if (back) posts.set(back.id, back)
  })
}

/** Deleted posts that come back or never went, and reads of them that answer otherwise because of what was before. */
export const resurrectionFaults = breaking({
  'delete.removes': {
    // A read is kept, and answers also when the post was deleted.
    'read-cached-over-delete': (_provider, correct, cache = new Map<bigint, Reply>()) => ({
      read: (id) => {
        const reply = cache.get(id) ?? correct.read(id)
        if (reply.status === 200) cache.set(id, reply)
        return reply
      },
      replace: preceded(correct.replace, (id) => cache.delete(id)),
    }),
    // A delete brings the post back that was deleted before.
    'delete-brings-back': forgetting(1),
    // Every third list has the posts that were deleted.
    'third-list-brings-back': (provider, correct, lists = { count: 0 }) => ({
      all: () => (++lists.count % 3 ? correct.all() : [...correct.all(), ...provider.deleted]),
    }),
    // Only the last eight deletes are remembered.
    'eight-tombstones': forgetting(8),
    // The oldest of several posts is never deleted.
    'delete-of-first-ignored': (provider, correct) => ({
      erase: (id) => {
        if (id !== oldest(provider) || provider.posts.size < 2) correct.erase(id)
      },
    }),
    // A post with others on both sides is never deleted.
    'delete-of-middle-ignored': (provider, correct) => ({
      erase: (id) => {
        if (id === oldest(provider) || id === newest(provider)) correct.erase(id)
      },
    }),
    // A delete right after a delete removes the post one place further.
    'delete-after-delete-misses': (provider, correct, before = { isDelete: false }) => ({
      answer: preceded(correct.answer, ({ method }) => {
        before.isDelete &&= method === 'DELETE'
      }),
      erase: (id) => {
        correct.erase((before.isDelete && nextTo(provider, id)) || id)
        before.isDelete = true
      },
    }),
  },
  'read.missing': {
    // The second read of a missing post is null with 200: the miss was kept as a value.
    'second-miss-is-null': (_provider, correct, missed = new Set<bigint>()) => ({
      read: (id) => {
        if (!correct.find(id) && missed.has(id)) return { status: 200, body: null }
        if (!correct.find(id)) missed.add(id)
        return correct.read(id)
      },
    }),
    // A read of a post that was replaced and then deleted fails.
    'deleted-then-500': instead(
      'read',
      ({ written, find }, id) => written(id).length > 1 && !find(id) && { status: 500 },
    ),
  },
})
