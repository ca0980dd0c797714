import { bodyOf, listing, showing, showingFields } from '../changes.ts'
import { breaking } from '../member.ts'
import type { Change, Fields, Post } from '../provider.ts'

/** Shows a post with other fields, where it is read alone. */
function readingFields(fields: (post: Post) => Fields): Change {
  return bodyOf('read', (post: Post) => ({ ...post, ...fields(post) }))
}

/** What does not have the shape of a post, and lists of something else than posts. */
export const shapeFaults = breaking({
  'post.shape': {
    'id-as-string': showingFields(({ id }) => ({ id: String(id) })),
    'id-as-string-when-read': readingFields(({ id }) => ({ id: String(id) })),
    'id-as-string-when-listed': listing(({ id, title, content }) => ({ id: String(id), title, content })),
    'id-with-fraction': showingFields(({ id }) => ({ id: Number(id) + 0.5 })),
    'id-beyond-int64': (provider) => {
      provider.lastId = 2n ** 63n - 1n
      return {}
    },
    'id-absent': readingFields(() => ({ id: undefined })),
    'id-under-another-name': showing(({ id, title, content }) => ({ _id: id, title, content })),
    'title-null': showingFields(() => ({ title: null })),
    'title-absent-when-listed': listing(({ id, content }) => ({ id, content })),
    'content-absent-when-listed': listing(({ id, title }) => ({ id, title })),
    'content-absent-when-read': readingFields(() => ({ content: undefined })),
    'content-under-another-name': showing(({ id, title, content }) => ({ id, title, body: content })),
    'content-as-lines': showingFields(({ content }) => ({ content: content.split('\n') })),
    'content-as-link': listing(({ id, title }) => ({ id, title, content: { href: `/v1/posts/${id}` } })),
    'empty-content-as-null': showingFields(({ content }) => ({ content: content || null })),
    'json-in-content-is-read': showingFields(({ content }) => ({
      content: content.startsWith('{') ? JSON.parse(content) : content,
    })),
  },
  'list.ok': {
    'posts-as-rows': listing(({ id, title, content }) => [id, title, content]),
    'nulls-among-posts': bodyOf('list', (posts: Post[]) => [...posts, null]),
    'second-post-loses-its-shape': bodyOf('list', (posts: Post[]) =>
      posts.map((post, index) => (index ? post.id : post)),
    ),
  },
})
