import { after, followed, preceded, reaching } from '../changes.ts'
import { alter, alterAll, firstTwin, isEqual, oldest, others } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { afterThreeReads } from '../memory.ts'
import type { Change, Provider, Seams } from '../provider.ts'

/** Does something of its own so many requests later. */
function undoing(
  requests: number,
  change: (
    provider: Provider,
    correct: Readonly<Provider>,
    later: (deed: () => unknown) => void,
  ) => Partial<Seams>,
): Change {
  return (provider, correct, due = new Map<() => unknown, number>(), asked = { count: 0 }) => ({
    ...change(provider, correct, (deed) => due.set(deed, asked.count + requests)),
    answer: preceded(correct.answer, () => {
      asked.count++
      for (const [deed, at] of due) if (asked.count > at && due.delete(deed)) deed()
    }),
  })
}

/** Changes that are undone by what is done to another post, and by reads and lists, though not at once. */
export const undoneFaults = breaking({
  'others.untouched': {
    // A create takes back what was replaced before.
    'replace-undone-by-create': after('create', (provider, id) => {
      for (const other of others(provider, id))
        alter(provider, other.id, () => provider.written(other.id)[0] ?? other)
    }),
    // A post replaced by the texts of another shares them from then on.
    'posts-made-equal-share-a-text': (provider, correct, partners = new Map<bigint, bigint>()) => ({
      write: (id, input) => {
        const partner = partners.get(id)
        const twin = provider.all().find((post) => post.id !== id && isEqual(input, post))
        if (partner !== undefined && provider.posts.has(partner)) correct.write(partner, input)
        if (twin && provider.posts.has(id)) partners.set(id, twin.id).set(twin.id, id)
        return correct.write(id, input)
      },
    }),
    // A delete looks for the texts of the post, and removes the first that has them.
    'delete-of-second-twin-takes-the-first': reaching('remove', firstTwin),
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
    'list-after-replace-takes-it-back': (provider, correct, lists = { count: 0 }) => ({
      list: followed(correct.list, () => {
        if (++lists.count % 2 === 0) alterAll(provider, (post) => provider.written(post.id)[0] ?? post)
      }),
      replace: preceded(correct.replace, () => {
        lists.count = 0
      }),
    }),
    // A new post is gone after eight more requests: its transaction never ended.
    'create-rolled-back': undoing(8, (provider, correct, later) => ({
      nextId: followed(correct.nextId, (id) => id % 3n === 0n && later(() => provider.posts.delete(id))),
    })),
    // Six requests after a delete the post is back.
    'requests-bring-back': undoing(6, (provider, correct, later) => ({
      erase: preceded(correct.erase, (id) => {
        const post = provider.posts.get(id)
        if (post) later(() => provider.posts.set(id, post))
      }),
    })),
  },
})
