import { bodyOf, choosing } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Post } from '../provider.ts'

/** Lists that are right while they are short. */
export const longListFaults = breaking({
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
    'list-500-beyond-60': (provider, correct) => ({
      list: (call) => (provider.posts.size > 60 ? { status: 500 } : correct.list(call)),
    }),
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
})
