import { after, type Operation, preceded } from '../changes.ts'
import { alter, newest, oldest, others } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Post, Provider } from '../provider.ts'

/** Does something to every other post when an operation succeeds. */
function touching(
  operation: Operation,
  deed: (provider: Provider, post: Post, id: bigint) => unknown,
): Change {
  return after(operation, (provider, id) => {
    for (const post of others(provider, id)) deed(provider, post, id)
  })
}

/** Puts the texts of the post that is replaced into others too. */
function spreading(isTouched: (other: bigint, id: bigint) => boolean): Change {
  return touching('replace', (provider, post, id) => {
    const written = provider.posts.get(id)
    if (written && isTouched(post.id, id))
      alter(provider, post.id, () => ({ title: written.title, content: written.content }))
  })
}

/** Writes to one post that touch another. */
export const othersFaults = breaking({
  'others.untouched': {
    'delete-takes-the-newest': after('remove', (provider) => provider.posts.delete(newest(provider))),
    // The ids of later posts move down by one.
    'delete-closes-the-gap': touching('remove', ({ posts }, post, id) => {
      if (post.id < id) return
      posts.delete(post.id)
      posts.set(post.id - 1n, { ...post, id: post.id - 1n })
    }),
    'delete-empties-the-others': touching('remove', (provider, { id }) =>
      alter(provider, id, () => ({ content: '' })),
    ),
    'delete-zero-wipes': (provider, correct) => ({
      remove: preceded(correct.remove, (id) => id === 0n && provider.posts.clear()),
    }),
    'replace-spreads-to-the-next': spreading((other, id) => other === id + 1n),
    'replace-spreads-to-the-one-before': spreading((other, id) => other === id - 1n),
    'replace-spreads-to-all': spreading(() => true),
    // It empties the post that was the newest.
    'create-alters-the-newest': after('create', (provider, id) =>
      alter(provider, others(provider, id).at(-1)?.id ?? 0n, () => ({ content: '' })),
    ),
    'create-loses-the-oldest': after(
      'create',
      (provider) => provider.posts.size > 3 && provider.posts.delete(oldest(provider)),
    ),
    'create-loses-all-others': touching('create', (provider, { id }) => provider.posts.delete(id)),
    // The new post gets the first id, and the others move up.
    'create-numbers-anew': after('create', (provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      posts.forEach((post, index) => {
        const id = BigInt(index + 1 < posts.length ? index + 2 : 1)
        provider.posts.set(id, { ...post, id })
      })
    }),
  },
})
