import { bodyOf, choosing, choosingIds, followed, instead, preceded, reaching } from '../changes.ts'
import { firstTwin, nextTo, oldest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { type Change, idSent, type Post } from '../provider.ts'

/** Throws the oldest post away after a write, when there is too much. */
function holding(isTooMuch: (posts: readonly Post[]) => boolean): Change {
  return (provider, correct) => ({
    write: followed(
      correct.write,
      () => isTooMuch(provider.all()) && provider.posts.delete(oldest(provider)),
    ),
  })
}

/** Posts, lists and ids that are wrong when there are many, or after a while. */
export const capacityFaults = breaking({
  'list.all': {
    'page-of-10': choosing((posts) => posts.slice(0, 10)),
    'page-of-20': choosing((posts) => posts.slice(0, 20)),
    'page-of-50': choosing((posts) => posts.slice(0, 50)),
    // The list is put together of pages of 20, and the last post of a page begins the next.
    'page-border-doubled': choosing((posts) =>
      posts.flatMap((post, index) => (index % 20 === 19 && index + 1 < posts.length ? [post, post] : [post])),
    ),
    'list-of-32-kb': choosing((posts) => {
      let size = 0
      return posts.filter(({ title, content }) => {
        size += title.length + content.length
        return size <= 32_768
      })
    }),
    // Beyond sixteen posts, the list has whole batches of eight.
    'list-in-whole-batches': choosing((posts) =>
      posts.length > 16 ? posts.slice(0, posts.length - (posts.length % 8)) : posts,
    ),
  },
  'list.ok': {
    'list-wrapped-beyond-30': bodyOf('list', (items: Post[]) =>
      items.length > 30 ? { items, total: items.length } : items,
    ),
    'list-500-beyond-60': instead('list', ({ posts }) => posts.size > 60 && { status: 500 }),
  },
  'post.shape': {
    'contents-left-out-beyond-25': bodyOf('list', (posts: Post[]) =>
      posts.length > 25 ? posts.map(({ id, title }) => ({ id, title })) : posts,
    ),
    'id-as-string-beyond-50': (_provider, correct) => ({
      show: ({ id, ...post }) => ({
        ...(correct.show({ id, ...post }) as object),
        id: id < 50n ? id : String(id),
      }),
    }),
  },
  'others.untouched': {
    'capacity-of-5': holding((posts) => posts.length > 5),
    'capacity-of-100': holding((posts) => posts.length > 100),
    'memory-of-48-kb': holding(
      (posts) => posts.reduce((sum, { content }) => sum + content.length, 0) > 49_152,
    ),
  },
  'create.assigns-id': {
    // Every sixteenth create gets the id of the one before.
    'sixteenth-id-twice': (provider, _correct, calls = { count: 0 }) => ({
      nextId: () => (++calls.count % 16 ? ++provider.lastId : provider.lastId),
    }),
    'ids-modulo-64': (provider) => ({ nextId: () => (provider.lastId = (provider.lastId + 1n) % 64n) }),
    // Only the first two digits are kept.
    'ids-of-two-digits': (provider, _correct, calls = { count: 0 }) => ({
      nextId: () => (provider.lastId = BigInt(String(++calls.count).slice(0, 2))),
    }),
    // A second delete frees the id a second time, and two posts get it.
    'id-freed-twice': (provider, correct, free: bigint[] = []) => ({
      remove: preceded(correct.remove, (id) => id <= provider.lastId && id > 0n && free.push(id)),
      nextId: (input) => free.shift() ?? correct.nextId(input),
    }),
    // A replace creates a missing post, and the counter of ids knows nothing of it.
    'id-of-a-replace-given-out': (_provider, correct) => ({
      replace: (id, input) => {
        const status = correct.find(id) ? 200 : 201
        return { ...correct.found(correct.write(id, input)), status }
      },
    }),
    // A create takes a free id from the body, and the counter of ids knows nothing of it.
    'id-of-a-client-given-out': choosingIds((provider, input) => {
      const id = idSent(input)
      return id === undefined || provider.posts.has(id) ? undefined : id
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
    'replace-after-delete-of-another-shifts': reaching('replace', (provider, id) => {
      const isShifted = provider.find(id) && provider.deleted.some((gone) => gone.id < id)
      return (isShifted && nextTo(provider, id)) || id
    }),
    // A replace looks for the texts of the post, and changes the first that has them.
    'replace-of-second-twin-changes-the-first': reaching('replace', firstTwin),
  },
})
