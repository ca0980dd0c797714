import { setTimeout as wait } from 'node:timers/promises'
import { pause } from '../concurrency.ts'
import { breaking } from '../fault.ts'
import { cachingList, cachingReads } from '../memory.ts'
import type { Reply } from '../provider.ts'

/** New posts that one view alone does not show, or shows wrong, because of what was before: a client sees that the view is wrong. */
export const unseenFaults = [
  ...breaking('list.all', {
    'list-cached-over-create': [
      'The list is kept, and no create empties the cache.',
      cachingList('replace', 'remove'),
    ],
    'create-after-emptying-unlisted': [
      'The first post after the last was deleted is not listed.',
      (provider, correct) => {
        const hidden = new Set<bigint>()
        let emptied = false
        return {
          erase: (id) => {
            correct.erase(id)
            emptied = provider.posts.size === 0
          },
          nextId: (input) => {
            const id = correct.nextId(input)
            if (emptied) hidden.add(id)
            emptied = false
            return id
          },
          all: () => correct.all().filter(({ id }) => !hidden.has(id)),
        }
      },
    ],
    'deleted-title-stays-hidden': [
      'A delete hides the title: a new post that has it is not listed.',
      (provider, correct) => {
        const hidden = new Set<string>()
        return {
          erase: (id) => {
            const post = provider.posts.get(id)
            if (post) hidden.add(post.title)
            correct.erase(id)
          },
          all: () => correct.all().filter(({ title }) => !hidden.has(title)),
        }
      },
    ],
    'list-kept-from-before-the-create': [
      'The list is kept until the next write; one that was begun before a create is kept after it.',
      (_provider, correct) => {
        let cached: Reply | undefined
        const writing = async (write: () => Reply): Promise<Reply> => {
          await wait(pause)
          cached = undefined
          return write()
        }
        return {
          list: async (call) => {
            if (cached) return cached
            const reply = correct.list(call)
            await wait(pause * 2)
            cached = reply
            return reply
          },
          create: (input) => writing(() => correct.create(input)),
          replace: (id, input) => writing(() => correct.replace(id, input)),
          remove: (id) => writing(() => correct.remove(id)),
        }
      },
    ],
  }),
  ...breaking('read.ok', {
    'read-after-a-miss': [
      'The read that follows one of a missing post is answered with 404, whatever it reads.',
      (provider, correct) => {
        let hasMissed = false
        return {
          read: (id) => {
            const isMissing = hasMissed || !correct.find(id)
            hasMissed = !hasMissed && isMissing
            return isMissing ? provider.missing(id) : correct.read(id)
          },
        }
      },
    ],
    'missing-remembered': [
      'A read that found nothing is kept, also when a post of that id comes.',
      (provider, correct) => {
        const missing = new Set<bigint>()
        return {
          read: (id) => {
            if (!correct.find(id)) missing.add(id)
            return missing.has(id) ? provider.missing(id) : correct.read(id)
          },
        }
      },
    ],
    'id-of-deleted-brings-texts': [
      'Ids of deleted posts are used again, and reads are kept over it.',
      (provider, correct) => ({
        nextId: () => {
          let id = 1n
          while (provider.posts.has(id)) id++
          return id
        },
        ...cachingReads(({ id }) => id, 'replace')(provider, correct),
      }),
    ],
  }),
]
