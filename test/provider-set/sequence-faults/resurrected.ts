import { after, preceded } from '../changes.ts'
import { breaking } from '../fault.ts'
import { newest, oldest } from '../kept-posts.ts'
import type { Post, Reply } from '../provider.ts'

/** Deleted posts that come back or never went, and reads of them that answer otherwise because of what was before. */
export const resurrectionFaults = breaking({
  'delete.removes': {
    // A read is kept, and answers also when the post was deleted.
    'read-cached-over-delete': (_provider, correct) => {
      const cache = new Map<bigint, Reply>()
      return {
        read: (id) => {
          const reply = cache.get(id) ?? correct.read(id)
          if (reply.status === 200) cache.set(id, reply)
          return reply
        },
        replace: preceded(correct.replace, (id) => cache.delete(id)),
      }
    },
    // A delete brings the post back that was deleted before.
    'delete-brings-back': (provider, correct) => {
      let last = 0n
      return after('remove', (_provider, id) => {
        const post = provider.written(last).at(-1)
        if (post && last !== id) provider.posts.set(last, post)
        last = id
      })(provider, correct)
    },
    // Every third list has the posts that were deleted.
    'third-list-brings-back': (provider, correct) => {
      const everWritten = () =>
        Array.from({ length: Number(provider.lastId) }, (_, index) =>
          provider.written(BigInt(index + 1)).at(-1),
        )
      let lists = 0
      return {
        all: () => (++lists % 3 ? correct.all() : everWritten().filter((post) => post !== undefined)),
      }
    },
    // Only the last eight deletes are remembered.
    'eight-tombstones': (provider, correct) => {
      const deleted: Post[] = []
      return {
        erase: (id) => {
          const post = provider.posts.get(id)
          if (post) deleted.push(post)
          correct.erase(id)
          const back = deleted.length > 8 ? deleted.shift() : undefined
          if (back) provider.posts.set(back.id, back)
        },
      }
    },
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
    'delete-after-delete-misses': (provider, correct) => {
      let before = false
      return {
        answer: preceded(correct.answer, ({ method }) => {
          before &&= method === 'DELETE'
        }),
        erase: (id) => {
          const ids = [...provider.posts.keys()]
          correct.erase(before ? (ids[ids.indexOf(id) + 1] ?? id) : id)
          before = true
        },
      }
    },
  },
  'read.missing': {
    // The second read of a missing post is null with 200: the miss was kept as a value.
    'second-miss-is-null': (_provider, correct) => {
      const missed = new Set<bigint>()
      return {
        read: (id) => {
          if (!correct.find(id) && missed.has(id)) return { status: 200, body: null }
          if (!correct.find(id)) missed.add(id)
          return correct.read(id)
        },
      }
    },
    // A read of a post that was replaced and then deleted fails.
    'deleted-then-500': (provider, correct) => ({
      read: (id) =>
        provider.written(id).length > 1 && !correct.find(id) ? { status: 500 } : correct.read(id),
    }),
  },
})
