import { setTimeout as wait } from 'node:timers/promises'
import { followed, preceded } from '../changes.ts'
import { delayed, pause } from '../concurrency.ts'
import { breaking } from '../fault.ts'
import { lowestFree } from '../kept-posts.ts'
import { cachingReads, precedingEach } from '../memory.ts'
import type { Reply } from '../provider.ts'

/** New posts that one view alone does not show, or shows wrong, because of what was before: a client sees that the view is wrong. */
export const unseenFaults = breaking({
  'list.all': {
    // The list is kept, and no create empties the cache.
    'list-cached-over-create': (_provider, correct) => {
      let cached: Reply | undefined
      return {
        ...precedingEach(['replace', 'remove'], correct, () => {
          cached = undefined
        }),
        list: (call) => (cached ??= correct.list(call)),
      }
    },
    // The first post after the last was deleted is not listed.
    'create-after-emptying-unlisted': (provider, correct) => {
      const hidden = new Set<bigint>()
      let emptied = false
      return {
        erase: followed(correct.erase, () => {
          emptied = provider.posts.size === 0
        }),
        nextId: (input) => {
          const id = correct.nextId(input)
          if (emptied) hidden.add(id)
          emptied = false
          return id
        },
        all: () => correct.all().filter(({ id }) => !hidden.has(id)),
      }
    },
    // A delete hides the title: a new post that has it is not listed.
    'deleted-title-stays-hidden': (provider, correct) => {
      const hidden = new Set<string | undefined>()
      return {
        erase: preceded(correct.erase, (id) => hidden.add(provider.posts.get(id)?.title)),
        all: () => correct.all().filter(({ title }) => !hidden.has(title)),
      }
    },
    // The list is kept until the next write; one that was begun before a create is kept after it.
    'list-kept-from-before-the-create': (_provider, correct) => {
      let cached: Reply | undefined
      const forget = () => {
        cached = undefined
      }
      return {
        list: async (call) => {
          if (cached) return cached
          const reply = correct.list(call)
          await wait(pause * 2)
          cached = reply
          return reply
        },
        create: delayed(preceded(correct.create, forget)),
        replace: delayed(preceded(correct.replace, forget)),
        remove: delayed(preceded(correct.remove, forget)),
      }
    },
  },
  'read.ok': {
    // The read that follows one of a missing post is answered with 404, whatever it reads.
    'read-after-a-miss': (provider, correct) => {
      let hasMissed = false
      return {
        read: (id) => {
          const isMissing = hasMissed || !correct.find(id)
          hasMissed = !hasMissed && isMissing
          return isMissing ? provider.missing(id) : correct.read(id)
        },
      }
    },
    // A read that found nothing is kept, also when a post of that id comes.
    'missing-remembered': (provider, correct) => {
      const missing = new Set<bigint>()
      return {
        read: (id) => {
          if (!correct.find(id)) missing.add(id)
          return missing.has(id) ? provider.missing(id) : correct.read(id)
        },
      }
    },
    // Ids of deleted posts are used again, and reads are kept over it.
    'id-of-deleted-brings-texts': (provider, correct) => ({
      nextId: () => lowestFree(provider),
      ...cachingReads(({ id }) => id, 'replace')(provider, correct),
    }),
  },
})
