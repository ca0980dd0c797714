import { followed, instead, mixing, preceded } from '../changes.ts'
import { alter, copy, newest, restore } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Post } from '../provider.ts'

/** Writes and reads that reach the wrong place, because of how many posts there are or which were deleted. */
export const misplacedFaults = breaking({
  'others.untouched': {
    // A replace of a deleted post is answered with 404, and written into the newest.
    'replace-of-deleted-writes-the-newest': (provider, correct) => ({
      replace: preceded(correct.replace, (id, { title, content }) => {
        const isDeleted = provider.written(id).length > 0 && !correct.find(id)
        if (isDeleted) alter(provider, newest(provider), () => ({ title, content }))
      }),
    }),
    // A delete takes all posts whose id begins with the same digits.
    'delete-by-prefix': (provider, correct) => ({
      remove: followed(correct.remove, (_reply, id) => {
        for (const post of provider.all()) if (`${post.id}`.startsWith(`${id}`)) correct.erase(post.id)
      }),
    }),
  },
  'replace.whole': {
    // A replace looks for the post among the first hundred, and says nothing where it is not there.
    'replace-beyond-100-ignored': mixing((was, _input, { posts }) =>
      [...posts.keys()].indexOf(was.id) >= 100 ? was : {},
    ),
  },
  'read.missing': {
    // A read of a deleted post finds the first whose id begins with the same digits.
    'deleted-read-by-prefix': instead('read', (provider, id) => {
      const found = provider.all().find((post) => String(post.id).startsWith(String(id)))
      return !provider.find(id) && found && id <= provider.lastId && provider.found(found)
    }),
  },
  'delete.removes': {
    // When the last of several posts goes, the service takes its backup back.
    'emptied-restores-a-backup': (provider, correct, backup: { posts?: Map<bigint, Post> } = {}) => ({
      erase: (id) => {
        if (provider.posts.size > 1) backup.posts = new Map(provider.posts)
        correct.erase(id)
        if (provider.posts.size > 0) return
        restore(provider, backup.posts ?? new Map())
        delete backup.posts
      },
    }),
    // Every forty writes the log is compacted, and the delete that is the last of them is lost.
    'compaction-forgets-a-delete': (_provider, correct, writes = { count: 0 }) => ({
      write: preceded(correct.write, () => writes.count++),
      erase: (id) => {
        if (++writes.count % 40) correct.erase(id)
      },
    }),
  },
  'replace.same-id': {
    // With more than twelve posts, a replace leaves a copy beside the post.
    'replace-copies-when-there-are-many': (provider, correct) => ({
      replace: followed(correct.replace, ({ status }, id) => {
        if (status < 300 && provider.posts.size > 12) copy(provider, provider.posts.get(id))
      }),
    }),
  },
})
