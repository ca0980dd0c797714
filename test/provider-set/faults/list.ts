import { bodyOf, choosing, only, statusOf, succeeding } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Post } from '../provider.ts'

/** Lists that do not answer 200 with an array: `list.ok`. */
export const listFaults = breaking('list.ok', {
  'list-201': ['The list answers 201.', statusOf('list', 201)],
  'list-202': ['The list answers 202.', statusOf('list', 202)],
  'list-206': ['The list answers 206, as for a range.', statusOf('list', 206)],
  'list-404-when-empty': [
    'An empty list is answered with 404.',
    succeeding('list', (reply, { posts }) => (posts.size ? reply : { status: 404 })),
  ],
  'list-500': ['The list fails.', only('list', 500)],
  'list-405': ['The service has no list.', only('list', 405)],
  'list-in-data': ['The list is wrapped: { data: [] }.', bodyOf('list', (data: Post[]) => ({ data }))],
  'list-as-page': [
    'The list is wrapped in a page with totals.',
    bodyOf('list', (content: Post[]) => ({ content, totalElements: content.length, number: 0 })),
  ],
  'list-of-one-is-the-post': [
    'A list of one post is that post without the array.',
    bodyOf('list', (posts: Post[]) => (posts.length === 1 ? posts[0] : posts)),
  ],
  'list-500-with-emoji': [
    'A title with a character beyond 16 bits is taken, and the list fails from then on.',
    succeeding('list', (reply, provider) =>
      provider.all().some(({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title)) ? { status: 500 } : reply,
    ),
  ],
})

/** Lists that are not every post once: `list.all`. */
export const membershipFaults = breaking('list.all', {
  'list-empty-for-good': [
    'A list that was empty once stays empty, as in a cache.',
    (_provider, correct) => {
      let wasEmpty = false
      return {
        all: () => {
          wasEmpty ||= correct.all().length === 0
          return wasEmpty ? [] : correct.all()
        },
      }
    },
  ],
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
  ],
  'list-newest-only': ['Only the newest post is listed.', choosing((posts) => posts.slice(-1))],
  'list-first-twice': [
    'The first post is listed twice.',
    choosing((posts) => [...posts.slice(0, 1), ...posts]),
  ],
  'list-newest-twice': [
    'The newest post is listed at the top and at its place.',
    choosing((posts) => [...posts.slice(-1), ...posts]),
  ],
  'list-one-per-title': [
    'Of posts with one title the list has the last.',
    choosing((posts) => [...new Map(posts.map((post) => [post.title, post])).values()]),
  ],
  'list-one-per-content': [
    'Of posts with one content the list has the last.',
    choosing((posts) => [...new Map(posts.map((post) => [post.content, post])).values()]),
  ],
  'list-page-of-five': [
    'The list stops after five posts and does not say that there are more.',
    choosing((posts) => posts.slice(0, 5)),
  ],
  'list-ghost': [
    'The list has a post of id 0 that nobody can read.',
    choosing((posts) => [{ id: 0n, title: 'Untitled', content: '' }, ...posts]),
  ],
  'list-odd-ids-only': [
    'Every other post is not listed.',
    choosing((posts) => posts.filter(({ id }) => id % 2n)),
  ],
  'list-ids-of-neighbours': [
    'Listed posts bear ids one too high.',
    (provider, correct) => ({
      showListed: (post) => provider.show({ ...correct.find(post.id), ...post, id: post.id + 1n }),
    }),
  ],
})
