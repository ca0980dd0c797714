import { bodyOf, choosing } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Post } from '../provider.ts'

/** Lists that are right while they are short: `list.all`. */
export const longListFaults = breaking('list.all', {
  'page-of-10': [
    'The list stops after 10 posts and does not say so.',
    choosing((posts) => posts.slice(0, 10)),
  ],
  'page-of-20': [
    'The list stops after 20 posts and does not say so.',
    choosing((posts) => posts.slice(0, 20)),
  ],
  'page-of-50': [
    'The list stops after 50 posts and does not say so.',
    choosing((posts) => posts.slice(0, 50)),
  ],
  'page-border-doubled': [
    'The list is put together of pages of 20, and the last post of a page begins the next.',
    choosing((posts) =>
      posts.flatMap((post, index) => (index % 20 === 19 && index + 1 < posts.length ? [post, post] : [post])),
    ),
  ],
  'list-of-32-kb': [
    'The list ends where it would be more than 32 kB.',
    choosing((posts) => {
      let size = 0
      return posts.filter(({ title, content }) => {
        size += title.length + content.length
        return size <= 32_768
      })
    }),
  ],
})

/** Lists that are no array of posts when they are long: `list.ok` and `post.shape`. */
export const longListShapeFaults = [
  ...breaking('list.ok', {
    'list-wrapped-beyond-30': [
      'A list of more than 30 posts comes in an envelope.',
      bodyOf('list', (items: Post[]) => (items.length > 30 ? { items, total: items.length } : items)),
    ],
    'list-500-beyond-60': [
      'A list of more than 60 posts fails.',
      (provider, correct) => ({
        list: (call) => (provider.posts.size > 60 ? { status: 500 } : correct.list(call)),
      }),
    ],
  }),
  ...breaking('post.shape', {
    'contents-left-out-beyond-25': [
      'A list of more than 25 posts leaves the contents out.',
      bodyOf('list', (posts: Post[]) =>
        posts.length > 25 ? posts.map(({ id, title }) => ({ id, title })) : posts,
      ),
    ],
    'id-as-string-beyond-50': [
      'Ids from 50 on are strings.',
      (_provider, correct) => ({
        show: (post) => ({
          ...(correct.show(post) as object),
          id: post.id < 50n ? post.id : String(post.id),
        }),
      }),
    ],
  }),
]
