import { idSent } from '../calls.ts'
import { followed, preceded } from '../changes.ts'
import { breaking } from '../fault.ts'
import { firstTwin, oldest } from '../kept-posts.ts'
import type { Change, Post } from '../provider.ts'

/** Throws the oldest post away after a write, when there is too much. */
function holding(isTooMuch: (posts: readonly Post[]) => boolean): Change {
  return (provider, correct) => ({
    write: followed(
      correct.write,
      () => isTooMuch(provider.all()) && provider.posts.delete(oldest(provider)),
    ),
  })
}

/** Posts, ids and places that are wrong when there are many, or after a while. */
export const capacityFaults = breaking({
  'others.untouched': {
    'capacity-of-5': holding((posts) => posts.length > 5),
    'capacity-of-100': holding((posts) => posts.length > 100),
    'memory-of-48-kb': holding(
      (posts) => posts.reduce((sum, { content }) => sum + content.length, 0) > 49_152,
    ),
  },
  'create.assigns-id': {
    // Every sixteenth create gets the id of the one before.
    'sixteenth-id-twice': (provider) => {
      let calls = 0
      return { nextId: () => (++calls % 16 ? ++provider.lastId : provider.lastId) }
    },
    'ids-modulo-64': (provider) => ({ nextId: () => (provider.lastId = (provider.lastId + 1n) % 64n) }),
    // Only the first two digits are kept.
    'ids-of-two-digits': (provider) => {
      let count = 0n
      return { nextId: () => (provider.lastId = BigInt(String(++count).slice(0, 2))) }
    },
    // A second delete frees the id a second time, and two posts get it.
    'id-freed-twice': (provider, correct) => {
      const free: bigint[] = []
      return {
        remove: preceded(correct.remove, (id) => id <= provider.lastId && id > 0n && free.push(id)),
        nextId: (input) => free.shift() ?? correct.nextId(input),
      }
    },
    // A replace creates a missing post, and the counter of ids knows nothing of it.
    'id-of-a-replace-given-out': (_provider, correct) => ({
      replace: (id, input) => {
        const status = correct.find(id) ? 200 : 201
        return { ...correct.found(correct.write(id, input)), status }
      },
    }),
    // A create takes a free id from the body, and the counter of ids knows nothing of it.
    'id-of-a-client-given-out': (provider, correct) => ({
      nextId: (input) => {
        const id = idSent(input)
        return id === undefined || provider.posts.has(id) ? correct.nextId(input) : id
      },
    }),
  },
  'replace.same-id': {
    // The third replace of a post gives it a new id.
    'third-replace-moves': (provider, correct) => ({
      replace: followed(correct.replace, (_reply, id, input) => {
        const isThird = provider.written(id).length === 4
        if (isThird && provider.posts.delete(id)) provider.write(++provider.lastId, input)
      }),
    }),
    // Where a post with a smaller id was deleted, a replace hits the post one place further.
    'replace-after-delete-of-another-shifts': (provider, correct) => {
      const deleted: bigint[] = []
      return {
        erase: preceded(correct.erase, (id) => deleted.push(id)),
        replace: (id, input) => {
          const ids = [...provider.posts.keys()]
          const isShifted = correct.find(id) && deleted.some((each) => each < id)
          return correct.replace((isShifted && ids[ids.indexOf(id) + 1]) || id, input)
        },
      }
    },
    // A replace looks for the texts of the post, and changes the first that has them.
    'replace-of-second-twin-changes-the-first': (provider, correct) => ({
      replace: (id, input) => correct.replace(firstTwin(provider, id), input),
    }),
  },
})
