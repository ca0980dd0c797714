import { after, preceded } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, alterAll, firstTwin, isEqual, oldest, others } from '../kept-posts.ts'
import { afterThreeReads } from '../memory.ts'
import type { Post } from '../provider.ts'

/** Changes that are undone by what is done to another post, and by reads and lists, though not at once. */
export const undoneFaults = breaking({
  'others.untouched': {
    // A create takes back what was replaced before.
    'replace-undone-by-create': after('create', (provider, id) => {
      for (const other of others(provider, id))
        alter(provider, other.id, () => provider.written(other.id)[0] ?? other)
    }),
    // A post replaced by the texts of another shares them from then on.
    'posts-made-equal-share-a-text': (provider, correct) => {
      const partners = new Map<bigint, bigint>()
      return {
        write: (id, input) => {
          const partner = partners.get(id)
          const twin = provider.all().find((post) => post.id !== id && isEqual(input, post))
          if (partner !== undefined && provider.posts.has(partner)) correct.write(partner, input)
          if (twin && provider.posts.has(id)) partners.set(id, twin.id).set(twin.id, id)
          return correct.write(id, input)
        },
      }
    },
    // A delete looks for the texts of the post, and removes the first that has them.
    'delete-of-second-twin-takes-the-first': (provider, correct) => ({
      remove: (id) => correct.remove(firstTwin(provider, id)),
    }),
  },
  'safe.get': {
    'third-read-empties': afterThreeReads(() => ({ content: '' })),
    // A replaced post shows its first text again.
    'replace-expires-after-three-reads': afterThreeReads(
      (post, provider) => provider.written(post.id)[0] ?? post,
    ),
    'fourth-list-drops-the-oldest': after('list', (provider, _id, count) => {
      if (count % 4 === 0) provider.posts.delete(oldest(provider))
    }),
    // A second list after a replace shows the text of before.
    'list-after-replace-takes-it-back': (provider, correct) => {
      let lists = 0
      return {
        ...after('list', () => {
          if (++lists % 2 === 0) alterAll(provider, (post) => provider.written(post.id)[0] ?? post)
        })(provider, correct),
        replace: preceded(correct.replace, () => {
          lists = 0
        }),
      }
    },
    // A new post is gone after eight more requests: its transaction never ended.
    'create-rolled-back': (provider, correct) => {
      const born = new Map<bigint, number>()
      let requests = 0
      return {
        answer: preceded(correct.answer, () => {
          requests++
          for (const [id, birth] of born)
            if (requests > birth + 8 && born.delete(id)) provider.posts.delete(id)
        }),
        nextId: (input) => {
          const id = correct.nextId(input)
          if (id % 3n === 0n) born.set(id, requests)
          return id
        },
      }
    },
    // Six requests after a delete the post is back.
    'requests-bring-back': (provider, correct) => {
      const deleted = new Map<Post, number>()
      let requests = 0
      return {
        answer: preceded(correct.answer, () => {
          requests++
          for (const [post, death] of deleted)
            if (requests > death + 6 && deleted.delete(post)) provider.posts.set(post.id, post)
        }),
        erase: preceded(correct.erase, (id) => {
          const post = provider.posts.get(id)
          if (post) deleted.set(post, requests)
        }),
      }
    },
  },
})
