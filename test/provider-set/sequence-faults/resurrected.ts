import { remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { newest, oldest } from '../kept-posts.ts'
import { resurrecting } from '../memory.ts'
import type { Post, Reply } from '../provider.ts'

/** Deleted posts that come back, or never went: `delete.removes`. */
export const resurrectionFaults = breaking('delete.removes', {
  'read-cached-over-delete': [
    'A read is kept, and answers also when the post was deleted.',
    (_provider, correct) => {
      const cache = new Map<bigint, Reply>()
      return {
        read: (id) => {
          const reply = cache.get(id) ?? correct.read(id)
          if (reply.status === 200) cache.set(id, reply)
          return reply
        },
        replace: (id, input) => {
          cache.delete(id)
          return correct.replace(id, input)
        },
      }
    },
  ],
  'delete-brings-back': ['A delete brings the post back that was deleted before.', resurrecting('remove')],
  'third-list-brings-back': [
    'Every third list has the posts that were deleted.',
    remembering((written, provider, correct) => {
      let lists = 0
      return {
        all: () =>
          ++lists % 3 === 0
            ? Array.from({ length: Number(provider.lastId) }, (_, index) =>
                written(BigInt(index + 1)).at(-1),
              ).filter((post) => post !== undefined)
            : correct.all(),
      }
    }),
  ],
  'eight-tombstones': [
    'Only the last eight deletes are remembered.',
    (provider, correct) => {
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
  ],
  'delete-of-first-ignored': [
    'The oldest of several posts is never deleted.',
    (provider, correct) => ({
      erase: (id) => {
        if (id !== oldest(provider) || provider.posts.size < 2) correct.erase(id)
      },
    }),
  ],
  'delete-of-middle-ignored': [
    'A post with others on both sides is never deleted.',
    (provider, correct) => ({
      erase: (id) => {
        if (id === oldest(provider) || id === newest(provider)) correct.erase(id)
      },
    }),
  ],
  'delete-after-delete-misses': [
    'A delete right after a delete removes the post one place further.',
    (provider, correct) => {
      let before = false
      return {
        answer: (call) => {
          if (call.method !== 'DELETE') before = false
          return correct.answer(call)
        },
        erase: (id) => {
          const ids = [...provider.posts.keys()]
          correct.erase(before ? (ids[ids.indexOf(id) + 1] ?? id) : id)
          before = true
        },
      }
    },
  ],
})

/** Reads of missing posts that answer otherwise, because of what was before: `read.missing`. */
export const lateMissingFaults = breaking('read.missing', {
  'second-miss-is-null': [
    'The second read of a missing post is null with 200: the miss was kept as a value.',
    (_provider, correct) => {
      const missed = new Set<bigint>()
      return {
        read: (id) => {
          if (correct.find(id) || !missed.has(id)) {
            if (!correct.find(id)) missed.add(id)
            return correct.read(id)
          }
          return { status: 200, body: null }
        },
      }
    },
  ],
  'deleted-then-500': [
    'A read of a post that was replaced and then deleted fails.',
    remembering((written, _provider, correct) => ({
      read: (id) => (written(id).length > 1 && !correct.find(id) ? { status: 500 } : correct.read(id)),
    })),
  ],
})
