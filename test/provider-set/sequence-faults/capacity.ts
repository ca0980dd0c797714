import { idSent } from '../calls.ts'
import { remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { isEqual, oldest } from '../kept-posts.ts'
import { shifting } from '../memory.ts'
import type { Change } from '../provider.ts'

/** Throws posts away, the oldest first, when there are more than so many. */
function holding(count: number): Change {
  return (provider, correct) => ({
    write: (id, input) => {
      const post = correct.write(id, input)
      if (provider.posts.size > count) provider.posts.delete(oldest(provider))
      return post
    },
  })
}

/** Posts that are lost when there are many: `others.untouched`. */
export const capacityFaults = breaking('others.untouched', {
  'capacity-of-5': ['The service keeps the five newest posts.', holding(5)],
  'capacity-of-100': ['The service keeps the 100 newest posts.', holding(100)],
  'memory-of-48-kb': [
    'When the contents are more than 48 kB together, the oldest post goes.',
    (provider, correct) => ({
      write: (id, input) => {
        const post = correct.write(id, input)
        const size = provider.all().reduce((sum, { content }) => sum + content.length, 0)
        if (size > 49_152) provider.posts.delete(oldest(provider))
        return post
      },
    }),
  ],
})

/** Ids that are given out wrongly after a while: `create.assigns-id`. */
export const lateIdFaults = breaking('create.assigns-id', {
  'sixteenth-id-twice': [
    'Every sixteenth create gets the id of the one before.',
    (provider) => {
      let calls = 0
      return { nextId: () => (++calls % 16 ? ++provider.lastId : provider.lastId) }
    },
  ],
  'ids-modulo-64': [
    'Ids begin again after 63.',
    (provider) => ({ nextId: () => (provider.lastId = (provider.lastId + 1n) % 64n) }),
  ],
  'ids-of-two-digits': [
    'Only the first two digits of an id are kept.',
    (provider) => {
      let count = 0n
      return {
        nextId: () => {
          provider.lastId = BigInt(String(++count).slice(0, 2))
          return provider.lastId
        },
      }
    },
  ],
  'id-freed-twice': [
    'A second delete frees the id a second time, and two posts get it.',
    (provider, correct) => {
      const free: bigint[] = []
      return {
        remove: (id) => {
          if (id <= provider.lastId && id > 0n) free.push(id)
          return correct.remove(id)
        },
        nextId: (input) => free.shift() ?? correct.nextId(input),
      }
    },
  ],
  'id-of-a-replace-given-out': [
    'A replace creates a missing post, and the counter of ids knows nothing of it.',
    (_provider, correct) => ({
      replace: (id, input) => {
        const status = correct.find(id) ? 200 : 201
        return { status, body: correct.show(correct.write(id, input)) }
      },
    }),
  ],
  'id-of-a-client-given-out': [
    'A create takes a free id from the body, and the counter of ids knows nothing of it.',
    (provider, correct) => ({
      nextId: (input) => {
        const id = idSent(input)
        return id === undefined || provider.posts.has(id) ? correct.nextId(input) : id
      },
    }),
  ],
})

/** Replaces that make another post, or change one, after a while: `replace.same-id`. */
export const lateMoveFaults = breaking('replace.same-id', {
  'third-replace-moves': [
    'The third replace of a post gives it a new id.',
    remembering((written, provider, correct) => ({
      replace: (id, input) => {
        const reply = correct.replace(id, input)
        if (written(id).length === 4 && provider.posts.delete(id)) provider.write(++provider.lastId, input)
        return reply
      },
    })),
  ],
  'replace-after-delete-of-another-shifts': [
    'After a delete, a replace hits the post that is one place further.',
    shifting('replace'),
  ],
  'replace-of-second-twin-changes-the-first': [
    'A replace looks for the texts of the post, and changes the first that has them.',
    (provider, correct) => ({
      replace: (id, input) => {
        const meant = correct.find(id)
        const found = meant && provider.all().find((post) => isEqual(post, meant))
        return correct.replace(found?.id ?? id, input)
      },
    }),
  ],
})
