import { after, choosingIds, followed, instead } from '../changes.ts'
import { breaking } from '../member.ts'
import { losingEvery } from '../memory.ts'
import type { Post } from '../provider.ts'

/** New posts that are lost, or get what is not theirs, because of what was before. */
export const lostCreateFaults = breaking({
  'create.adds': {
    'fourth-create-lost': losingEvery(4, 'create'),
    // After 20 writes the service answers creates and keeps nothing.
    'writes-lost-after-20': (provider, correct, writes = { count: 0 }) => ({
      write: followed(correct.write, ({ id }) => ++writes.count > 20 && provider.posts.delete(id)),
    }),
    // The first create after a delete is answered and lost.
    'create-after-delete-lost': after('create', ({ deleted, posts }, id) => {
      if (deleted.splice(0).length > 0) posts.delete(id)
    }),
    // A create with the title of a deleted post brings that one back, with its old content.
    'title-of-deleted-revives': instead('create', (provider, { title }) => {
      const post = provider.deleted.findLast((each) => each.title === title)
      if (!post || provider.posts.has(post.id)) return undefined
      provider.posts.set(post.id, post)
      return { ...provider.found(post), status: 201 }
    }),
    // A refused create leaves its title to the next one.
    'text-of-last-refused': (_provider, correct, left: { title?: string } = {}) => ({
      accept: (body, call) => {
        const { title, content } = { ...(body as Post) }
        if (typeof content !== 'string') left.title = title
        const input = correct.accept(body, call)
        const mixed = left.title ?? input.title
        delete left.title
        return { ...input, title: mixed }
      },
    }),
  },
  'create.not-idempotent': {
    // A create with the title that a post was created with is merged into it, though it was renamed.
    'old-title-still-taken': choosingIds((provider, input) => {
      const renamed = provider.all().filter(({ title }) => title !== input.title)
      return renamed.find(({ id }) => provider.written(id)[0]?.title === input.title)?.id
    }),
  },
})
