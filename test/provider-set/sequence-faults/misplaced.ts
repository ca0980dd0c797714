import { followed, preceded } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, copy, newest } from '../kept-posts.ts'
import type { Post } from '../provider.ts'

/** Writes and reads that reach the wrong place, because of how many posts there are or which were deleted. */
export const misplacedFaults = breaking({
  'others.untouched': {
    // A replace of a deleted post is answered with 404, and written into the newest.
    'replace-of-deleted-writes-the-newest': (provider, correct) => {
      const gone = new Set<bigint>()
      return {
        erase: preceded(correct.erase, (id) => gone.add(id)),
        replace: preceded(correct.replace, (id, { title, content }) => {
          if (gone.has(id) && !correct.find(id)) alter(provider, newest(provider), () => ({ title, content }))
        }),
      }
    },
  },
  'replace.whole': {
    // A replace looks for the post among the first hundred, and says nothing where it is not there.
    'replace-beyond-100-ignored': (provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        const isFar = [...provider.posts.keys()].indexOf(id) >= 100
        return correct.replace(id, was && isFar ? { ...input, ...was } : input)
      },
    }),
  },
  'read.missing': {
    // A read of a deleted post finds the first whose id begins with the same digits.
    'deleted-read-by-prefix': (provider, correct) => ({
      read: (id) => {
        const found = provider.all().find((post) => String(post.id).startsWith(String(id)))
        return !correct.find(id) && found && id <= provider.lastId ? provider.found(found) : correct.read(id)
      },
    }),
  },
  'delete.removes': {
    // When the last of several posts goes, the service takes its backup back.
    'emptied-restores-a-backup': (provider, correct) => {
      let backup: Post[] = []
      return {
        erase: (id) => {
          if (provider.posts.size > 1) backup = [...provider.posts.values()]
          correct.erase(id)
          if (provider.posts.size > 0) return
          for (const post of backup.splice(0)) provider.posts.set(post.id, post)
        },
      }
    },
    // Every forty writes the log is compacted, and the delete that is the last of them is lost.
    'compaction-forgets-a-delete': (_provider, correct) => {
      let writes = 0
      return {
        write: preceded(correct.write, () => writes++),
        erase: (id) => {
          if (++writes % 40) correct.erase(id)
        },
      }
    },
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
