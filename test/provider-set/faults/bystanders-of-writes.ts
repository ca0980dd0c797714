import { any, before, losing, next, spreading } from '../bystander.ts'
import { after } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, oldest, others } from '../kept-posts.ts'

/** Creates and replaces of one post that touch another: `others.untouched`. */
export const writeBystanderFaults = breaking('others.untouched', {
  'replace-spreads-to-the-next': ['A replace changes the post with the next id too.', spreading(next)],
  'replace-spreads-to-the-one-before': [
    'A replace changes the post with the id before too.',
    spreading(before),
  ],
  'replace-spreads-to-all': ['A replace changes every post.', spreading(any)],
  'create-alters-the-newest': [
    'A create empties the post that was the newest.',
    after('create', (provider, id) =>
      alter(provider, others(provider, id).at(-1)?.id ?? 0n, () => ({ content: '' })),
    ),
  ],
  'create-loses-the-oldest': [
    'A create removes the oldest of more than three posts.',
    after('create', (provider) => provider.posts.size > 3 && provider.posts.delete(oldest(provider))),
  ],
  'create-loses-all-others': ['A create removes every other post.', losing('create', any)],
  'create-numbers-anew': [
    'A create puts the new post under the first id and moves the others up.',
    after('create', (provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      posts.forEach((post, index) => {
        const id = BigInt(index + 1 < posts.length ? index + 2 : 1)
        provider.posts.set(id, { ...post, id })
      })
    }),
  ],
})
