import { setTimeout as wait } from 'node:timers/promises'
import { choosing, followed, preceded } from '../changes.ts'
import { delayed, pause } from '../concurrency.ts'
import { lowestFree } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { cachingReads, precedingEach } from '../memory.ts'
import type { Reply } from '../provider.ts'

/** New posts that one view alone does not show, or shows wrong, because of what was before: a client sees that the view is wrong. */
export const unseenFaults = breaking({
  'list.all': {
    // The list is kept, and no create empties the cache.
    'list-cached-over-create': (_provider, correct, cached: { list?: Reply } = {}) => ({
      ...precedingEach(['replace', 'remove'], correct, () => delete cached.list),
      list: (call) => (cached.list ??= correct.list(call)),
    }),
    // The first post after the last was deleted is not listed.
    'create-after-emptying-unlisted': (provider, correct, hidden = new Set<bigint>()) => ({
      // Ids begin at 1: no post was ever deleted before the first create.
      nextId: followed(correct.nextId, (id) => provider.posts.size === 0 && id > 1n && hidden.add(id)),
      all: () => correct.all().filter(({ id }) => !hidden.has(id)),
    }),
    // A delete hides the title: a new post that has it is not listed.
    'deleted-title-stays-hidden': choosing((posts, { deleted }) =>
      posts.filter(({ title }) => !deleted.some((gone) => gone.title === title)),
    ),
    // The list is kept until the next write; one that was begun before a create is kept after it.
    'list-kept-from-before-the-create': (_provider, correct, cached: { list?: Reply } = {}) => {
      const forget = () => delete cached.list
      return {
        list: async (call) => {
          if (cached.list) return cached.list
          const reply = correct.list(call)
          await wait(pause * 2)
          cached.list = reply
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
    'read-after-a-miss': (provider, correct, last = { missed: false }) => ({
      read: (id) => {
        const isMissing = last.missed || !correct.find(id)
        last.missed = !last.missed && isMissing
        return isMissing ? provider.missing(id) : correct.read(id)
      },
    }),
    // A read that found nothing is kept, also when a post of that id comes.
    'missing-remembered': (provider, correct, missing = new Set<bigint>()) => ({
      read: (id) => {
        if (!correct.find(id)) missing.add(id)
        return missing.has(id) ? provider.missing(id) : correct.read(id)
      },
    }),
    // Ids of deleted posts are used again, and reads are kept over it.
    'id-of-deleted-brings-texts': (provider, correct) => ({
      nextId: () => lowestFree(provider),
      ...cachingReads(({ id }) => id, 'replace')(provider, correct),
    }),
  },
})
