import { bodyOf, choosing, only, statusOf, succeeding } from '../changes.ts'
import { breaking } from '../fault.ts'
import { listed } from '../programs.ts'
import type { Post } from '../provider.ts'
import { create, list, union } from '../steps.ts'

/** Lists that do not answer 200 with an array: `list.ok`. */
export const listFaults = breaking('list.ok', {
  'list-201': ['The list answers 201.', statusOf('list', 201), listed],
  'list-202': ['The list answers 202.', statusOf('list', 202), listed],
  'list-206': ['The list answers 206, as for a range.', statusOf('list', 206), listed],
  'list-404-when-empty': [
    'An empty list is answered with 404.',
    succeeding('list', (reply, { posts }) => (posts.size ? reply : { status: 404 })),
    [list()],
  ],
  'list-500': ['The list fails.', only('list', 500), listed],
  'list-405': ['The service has no list.', only('list', 405), listed],
  'list-in-data': [
    'The list is wrapped: { data: [] }.',
    bodyOf('list', (data: Post[]) => ({ data })),
    listed,
  ],
  'list-as-page': [
    'The list is wrapped in a page with totals.',
    bodyOf('list', (content: Post[]) => ({ content, totalElements: content.length, number: 0 })),
    listed,
  ],
  'list-of-one-is-the-post': [
    'A list of one post is that post without the array.',
    bodyOf('list', (posts: Post[]) => (posts.length === 1 ? posts[0] : posts)),
    listed,
  ],
  'list-500-with-emoji': [
    'A title with a character beyond 16 bits is taken, and the list fails from then on.',
    succeeding('list', (reply, provider) =>
      provider.all().some(({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title)) ? { status: 500 } : reply,
    ),
    [create('a', { title: 'fleet 🚀', content: 'a' }), list()],
  ],
})

/** Lists that are not every post once: `list.all`. */
export const membershipFaults = breaking('list.all', {
  'list-stale-once': [
    'The first list after a write is the one from before, however late it comes.',
    (provider, correct) => {
      let before: Post[] | undefined
      const remembered = () => (before ??= [...provider.posts.values()])
      return {
        write: (id, input) => {
          remembered()
          return correct.write(id, input)
        },
        erase: (id) => {
          remembered()
          correct.erase(id)
        },
        all: () => {
          const posts = before ?? correct.all()
          before = undefined
          return posts
        },
      }
    },
    [create('a'), list()],
  ],
  'list-once-read': [
    'A post is listed once it was read.',
    (provider, correct) => {
      const read = new Set<bigint>()
      return {
        find: (id) => {
          read.add(id)
          return correct.find(id)
        },
        all: () => correct.all().filter(({ id }) => read.has(id) || !provider.posts.has(id)),
      }
    },
    [create('a'), list()],
  ],
  'list-newest-only': [
    'Only the newest post is listed.',
    choosing((posts) => posts.slice(-1)),
    [create('a'), create('b'), list()],
  ],
  'list-first-twice': [
    'The first post is listed twice.',
    choosing((posts) => [...posts.slice(0, 1), ...posts]),
    listed,
  ],
  'list-newest-twice': [
    'The newest post is listed at the top and at its place.',
    choosing((posts) => [...posts.slice(-1), ...posts]),
    [create('a'), create('b'), list()],
  ],
  'list-one-per-title': [
    'Of posts with one title the list has the last.',
    choosing((posts) => [...new Map(posts.map((post) => [post.title, post])).values()]),
    [create('a'), create('b', { title: 'fleet a', content: 'another' }), list()],
  ],
  'list-one-per-content': [
    'Of posts with one content the list has the last.',
    choosing((posts) => [...new Map(posts.map((post) => [post.content, post])).values()]),
    [
      create('a', { title: 'fleet a', content: 'same' }),
      create('b', { title: 'fleet b', content: 'same' }),
      list(),
    ],
  ],
  'list-page-of-five': [
    'The list stops after five posts and does not say that there are more.',
    choosing((posts) => posts.slice(0, 5)),
    [...'abcdef'].map((name) => create(name)).concat(list()),
  ],
  'list-ghost': [
    'The list has a post of id 0 that nobody can read.',
    choosing((posts) => [{ id: 0n, title: 'Untitled', content: '' }, ...posts]),
    [create('a'), list(), union()],
  ],
  'list-odd-ids-only': [
    'Every other post is not listed.',
    choosing((posts) => posts.filter(({ id }) => id % 2n)),
    [create('a'), create('b'), list()],
  ],
  'list-ids-of-neighbours': [
    'Listed posts bear ids one too high.',
    (provider, correct) => ({
      showListed: (post) => provider.show({ ...correct.find(post.id), ...post, id: post.id + 1n }),
    }),
    listed,
  ],
})
