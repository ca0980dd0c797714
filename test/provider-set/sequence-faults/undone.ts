import { afterList, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, alterAll, isEqual, oldest } from '../kept-posts.ts'
import { countingReads, sharing, undoing } from '../memory.ts'
import type { Post } from '../provider.ts'

/** Changes that are undone by what is done to another post: `others.untouched`. */
export const undoneFaults = breaking('others.untouched', {
  'replace-undone-by-create': ['A create takes back what was replaced before.', undoing('create')],
  'posts-made-equal-share-a-text': [
    'A post replaced by the texts of another shares them from then on.',
    sharing((one, other, isNew) => !isNew && isEqual(one, other)),
  ],
  'delete-of-second-twin-takes-the-first': [
    'A delete looks for the texts of the post, and removes the first that has them.',
    (provider, correct) => ({
      remove: (id) => {
        const meant = correct.find(id)
        const found = meant && provider.all().find((post) => isEqual(post, meant))
        return correct.remove(found?.id ?? id)
      },
    }),
  ],
})

/** Reads and lists that change what is there, though not at once; so do other requests, in two: `safe.get`. */
export const lateReadFaults = breaking('safe.get', {
  'third-read-empties': [
    'The third read of a post empties its content for the next.',
    countingReads(3, (provider, post) => provider.posts.set(post.id, { ...post, content: '' })),
  ],
  'replace-expires-after-three-reads': [
    'After three reads a replaced post shows its first text again.',
    remembering((written, provider, correct) =>
      countingReads(3, (_provider, { id }) => alter(provider, id, (post) => written(id)[0] ?? post))(
        provider,
        correct,
      ),
    ),
  ],
  'fourth-list-drops-the-oldest': [
    'Every fourth list removes the oldest post.',
    (provider, correct) => {
      let lists = 0
      return afterList(() => {
        if (++lists % 4 === 0) provider.posts.delete(oldest(provider))
      })(provider, correct)
    },
  ],
  'list-after-replace-takes-it-back': [
    'A second list after a replace shows the text of before.',
    remembering((written, provider, correct) => {
      let lists = 0
      return {
        ...afterList(() => {
          if (++lists % 2 === 0) alterAll(provider, (post) => written(post.id)[0] ?? post)
        })(provider, correct),
        replace: (id, input) => {
          lists = 0
          return correct.replace(id, input)
        },
      }
    }),
  ],
  'create-rolled-back': [
    'A new post is gone after eight more requests: its transaction never ended.',
    (provider, correct) => {
      const born = new Map<bigint, number>()
      let requests = 0
      return {
        answer: (call) => {
          requests++
          for (const [id, birth] of born)
            if (requests > birth + 8) {
              provider.posts.delete(id)
              born.delete(id)
            }
          return correct.answer(call)
        },
        nextId: (input) => {
          const id = correct.nextId(input)
          if (id % 3n === 0n) born.set(id, requests)
          return id
        },
      }
    },
  ],
  'requests-bring-back': [
    'Six requests after a delete the post is back.',
    (provider, correct) => {
      const deleted = new Map<Post, number>()
      let requests = 0
      return {
        answer: (call) => {
          requests++
          for (const [post, death] of deleted)
            if (requests > death + 6 && deleted.delete(post)) provider.posts.set(post.id, post)
          return correct.answer(call)
        },
        erase: (id) => {
          const post = provider.posts.get(id)
          if (post) deleted.set(post, requests)
          correct.erase(id)
        },
      }
    },
  ],
})
