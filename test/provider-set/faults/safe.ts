import { after, followed } from '../changes.ts'
import { alter, alterAll, copy, moveToNewId, newest, oldest, others } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Post, Provider } from '../provider.ts'

/** Changes a post when it is read. */
function altering(change: (post: Post) => Partial<Post>): Change {
  return after('read', (provider, id) => alter(provider, id, change))
}

/** Does something at a read of a post that is not there. */
function missing(deed: (provider: Provider, id: bigint) => unknown): Change {
  return (provider, correct) => ({
    read: followed(correct.read, ({ status }, id) => status === 404 && deed(provider, id)),
  })
}

/** Puts something that was once written under an id back, whenever that id is read. */
function bringingBack(find: (written: readonly Post[], provider: Provider) => Post | undefined): Change {
  return (provider, correct) => ({
    read: followed(correct.read, (_reply, id) => {
      const post = find(provider.written(id), provider)
      if (post) provider.posts.set(id, post)
    }),
  })
}

/** Reads and lists that change what is there. A counter of reads in another field is not such a change. */
export const safeFaults = breaking({
  'safe.get': {
    'read-counts-in-title': altering(({ title }) => ({ title: `${title} (read)` })),
    'read-empties': altering(() => ({ content: '' })),
    'read-escapes': altering(({ content }) => ({ content: content.replaceAll('&', '&amp;') })),
    'read-swaps': altering(({ title, content }) => ({ title: content, content: title })),
    'read-copies': after('read', (provider, id) => copy(provider, provider.posts.get(id))),
    'read-removes-others': after('read', (provider, id) => {
      for (const post of others(provider, id)) provider.posts.delete(post.id)
    }),
    'read-removes-the-next': after('read', (provider, id) => provider.posts.delete(id + 1n)),
    'read-removes-the-oldest': after(
      'read',
      (provider, id) => id !== oldest(provider) && provider.posts.delete(oldest(provider)),
    ),
    'read-moves': after('read', moveToNewId),
    // The next read gives the texts of before a replace.
    'read-undoes-replace': bringingBack((written, { posts }) =>
      posts.has(written[0]?.id ?? 0n) ? written[0] : undefined,
    ),
    'read-missing-adds': missing(({ posts }, id) => posts.set(id, { id, title: '', content: '' })),
    'read-missing-brings-back': bringingBack((written) => written.at(-1)),
    'read-missing-removes-the-newest': missing((provider) => provider.posts.delete(newest(provider))),
    'list-takes-the-first': after('list', (provider) => provider.posts.delete(oldest(provider))),
    'list-takes-the-newest': after('list', (provider) => provider.posts.delete(newest(provider))),
    'list-wipes': after('list', (provider) => provider.posts.clear()),
    'list-copies': after('list', (provider, newestId) => copy(provider, provider.posts.get(newestId))),
    // A list gives its posts new ids, from 100 on.
    'list-numbers': after('list', (provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      provider.lastId += 100n
      for (const post of posts) copy(provider, post)
    }),
    // Each post gets the content of its neighbour.
    'list-rotates-texts': after('list', (provider) => {
      const posts = [...provider.posts.values()]
      alterAll(provider, (post) => ({ content: posts.at(posts.indexOf(post) - 1)?.content ?? '' }))
    }),
    // Of the posts with the same title one is left.
    'list-removes-equal-posts': after('list', (provider) => {
      const seen = new Set<string>()
      for (const { id, title } of [...provider.posts.values()])
        if (seen.has(title)) provider.posts.delete(id)
        else seen.add(title)
    }),
  },
})
