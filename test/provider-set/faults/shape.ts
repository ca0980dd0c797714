import { bodyOf, listing, showing } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Change, Post } from '../provider.ts'

/** Shows a post with other fields. */
function showingFields(fields: (post: Post) => Readonly<Record<string, unknown>>): Change {
  return showing((post) => ({ ...post, ...fields(post) }))
}

/** Posts that are none: `post.shape`. */
export const shapeFaults = breaking('post.shape', {
  'id-as-string': ['Ids are strings of digits.', showingFields(({ id }) => ({ id: String(id) }))],
  'id-as-string-when-read': [
    'Ids are numbers in the list and strings in a single post.',
    bodyOf('read', (post: Post) => ({ ...post, id: String(post.id) })),
  ],
  'id-as-string-when-listed': [
    'Ids are numbers in a single post and strings in the list.',
    listing(({ id, title, content }) => ({ id: String(id), title, content })),
  ],
  'id-with-fraction': [
    'Ids are numbers between two integers.',
    showingFields(({ id }) => ({ id: Number(id) + 0.5 })),
  ],
  'id-as-decimal': [
    'Ids are written as decimals, 7.0 for 7.',
    (_provider, correct) => ({
      encode: (body) => String(correct.encode(body)).replaceAll(/("id":\d+)/g, '$1.0'),
    }),
    'JSON knows one kind of number, and 7.0 is the integer 7 to most readers.',
  ],
  'id-beyond-int64': [
    'Ids are unsigned: the first is 2^63, which no int64 is.',
    (provider) => {
      provider.lastId = 2n ** 63n - 1n
      return {}
    },
  ],
  'id-absent': [
    'Single posts come without their id.',
    bodyOf('read', (post: Post) => ({ ...post, id: undefined })),
  ],
  'id-under-another-name': [
    'The id is called _id.',
    showing(({ id, title, content }) => ({ _id: id, title, content })),
  ],
  'title-null': ['The title is null in every answer.', showingFields(() => ({ title: null }))],
  'title-absent-when-listed': [
    'Listed posts have no title.',
    listing(({ id, content }) => ({ id, content })),
  ],
  'content-absent-when-listed': [
    'The list has summaries: no content.',
    listing(({ id, title }) => ({ id, title })),
  ],
  'content-absent-when-read': [
    'A single post has no content.',
    bodyOf('read', (post: Post) => ({ ...post, content: undefined })),
  ],
  'content-under-another-name': [
    'The content is called body.',
    showing(({ id, title, content }) => ({ id, title, body: content })),
  ],
  'content-as-lines': [
    'The content is an array of lines.',
    showingFields(({ content }) => ({ content: content.split('\n') })),
  ],
  'content-as-link': [
    'Listed posts have a link in the place of their content.',
    listing(({ id, title }) => ({ id, title, content: { href: `/v1/posts/${id}` } })),
  ],
  'empty-content-as-null': [
    'An empty content is taken and shown as null.',
    showingFields(({ content }) => ({ content: content || null })),
  ],
  'json-in-content-is-read': [
    'A content that is JSON itself is shown as the value it stands for.',
    showingFields(({ content }) => ({
      content: content.startsWith('{') ? JSON.parse(content) : content,
    })),
  ],
})

/** Lists of something else than posts: the document says what the items of the array are. */
export const itemFaults = breaking('list.ok', {
  'posts-as-rows': [
    'Listed posts are arrays of id, title and content.',
    listing(({ id, title, content }) => [id, title, content]),
  ],
  'nulls-among-posts': ['The list ends in null.', bodyOf('list', (posts: Post[]) => [...posts, null])],
  'second-post-loses-its-shape': [
    'Every listed post but the first is its id alone.',
    bodyOf('list', (posts: Post[]) => posts.map((post, index) => (index ? post.id : post))),
  ],
})
