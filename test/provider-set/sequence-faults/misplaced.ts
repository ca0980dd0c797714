import { choosing } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, copy, newest } from '../kept-posts.ts'
import type { Post } from '../provider.ts'

const [_beyondFifty, _beyondHundred] = [51, 101]

/** Writes and reads that reach the wrong place, because of how many posts there are or which were deleted. */
export const misplacedFaults = [
  ...breaking('others.untouched', {
    'replace-of-deleted-writes-the-newest': [
      'A replace of a deleted post is answered with 404, and written into the newest.',
      (provider, correct) => {
        const gone = new Set<bigint>()
        return {
          erase: (id) => {
            gone.add(id)
            correct.erase(id)
          },
          replace: (id, { title, content, ...input }) => {
            if (gone.has(id) && !correct.find(id))
              alter(provider, newest(provider), () => ({ title, content }))
            return correct.replace(id, { title, content, ...input })
          },
        }
      },
    ],
  }),
  ...breaking('replace.whole', {
    'replace-beyond-100-ignored': [
      'A replace looks for the post among the first hundred, and says nothing where it is not there.',
      (provider, correct) => ({
        replace: (id, input) => {
          const was = correct.find(id)
          const isFar = [...provider.posts.keys()].indexOf(id) >= 100
          return correct.replace(id, was && isFar ? { ...input, ...was } : input)
        },
      }),
    ],
  }),
  ...breaking('list.all', {
    'list-in-whole-batches': [
      'Beyond sixteen posts, the list has whole batches of eight.',
      choosing((posts) => (posts.length > 16 ? posts.slice(0, posts.length - (posts.length % 8)) : posts)),
    ],
  }),
  ...breaking('read.missing', {
    'deleted-read-by-prefix': [
      'A read of a deleted post finds the first whose id begins with the same digits.',
      (provider, correct) => ({
        read: (id) => {
          const found = provider.all().find((post) => String(post.id).startsWith(String(id)))
          return !correct.find(id) && found && id <= provider.lastId
            ? { status: 200, body: provider.show(found) }
            : correct.read(id)
        },
      }),
    ],
  }),
  ...breaking('delete.removes', {
    'emptied-restores-a-backup': [
      'When the last of several posts goes, the service takes its backup back.',
      (provider, correct) => {
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
    ],
    'compaction-forgets-a-delete': [
      'Every forty writes the log is compacted, and the delete that is the last of them is lost.',
      (_provider, correct) => {
        let writes = 0
        return {
          write: (id, input) => {
            writes++
            return correct.write(id, input)
          },
          erase: (id) => {
            if (++writes % 40) correct.erase(id)
          },
        }
      },
    ],
  }),
  ...breaking('replace.same-id', {
    'replace-copies-when-there-are-many': [
      'With more than twelve posts, a replace leaves a copy beside the post.',
      (provider, correct) => ({
        replace: (id, input) => {
          const reply = correct.replace(id, input)
          if (reply.status < 300 && provider.posts.size > 12) copy(provider, provider.posts.get(id))
          return reply
        },
      }),
    ],
  }),
]
