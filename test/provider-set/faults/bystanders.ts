import { last, losing } from '../bystander.ts'
import { after } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, others } from '../kept-posts.ts'

/** Deletes of one post that touch another: `others.untouched`. */
export const bystanderFaults = breaking('others.untouched', {
  'delete-takes-the-newest': ['A delete removes the newest post too.', losing('remove', last)],
  'delete-closes-the-gap': [
    'A delete moves the ids of later posts down by one.',
    after('remove', (provider, id) => {
      for (const post of others(provider, id))
        if (post.id > id) {
          provider.posts.delete(post.id)
          provider.posts.set(post.id - 1n, { ...post, id: post.id - 1n })
        }
    }),
  ],
  'delete-empties-the-others': [
    'A delete empties the contents of the others.',
    after('remove', (provider, id) => {
      for (const post of others(provider, id)) alter(provider, post.id, () => ({ content: '' }))
    }),
  ],
  'delete-zero-wipes': [
    'A delete of id 0 removes every post.',
    (provider, correct) => ({
      remove: (id) => {
        if (id === 0n) provider.posts.clear()
        return correct.remove(id)
      },
    }),
  ],
})
