import { bodyOf, choosing, only, preceded, statusOf, succeeding } from '../changes.ts'
import { breaking } from '../member.ts'
import type { Change, Post } from '../provider.ts'
import { beyond16Bits } from './text.ts'

/** Lists the last of the posts that have one text in common. */
function onePer(text: 'title' | 'content'): Change {
  return choosing((posts) => [...new Map(posts.map((post) => [post[text], post])).values()])
}

/** Lists that do not answer 200 with an array, and lists that are not every post once. */
export const listFaults = breaking({
  'list.ok': {
    'list-201': statusOf('list', 201),
    'list-202': statusOf('list', 202),
    'list-206': statusOf('list', 206),
    'list-404-when-empty': succeeding('list', (reply, { posts }) => (posts.size ? reply : { status: 404 })),
    'list-404-json-when-empty': succeeding('list', (reply, provider) =>
      provider.posts.size ? reply : provider.problem(404, 'No posts.'),
    ),
    'list-500': only('list', 500),
    'list-405': only('list', 405),
    'list-in-data': bodyOf('list', (data: Post[]) => ({ data })),
    'list-as-page': bodyOf('list', (content: Post[]) => ({
      content,
      totalElements: content.length,
      number: 0,
    })),
    'list-of-one-is-the-post': bodyOf('list', (posts: Post[]) => (posts.length === 1 ? posts[0] : posts)),
    'list-500-with-emoji': succeeding('list', (reply, provider) =>
      provider.all().some(({ title }) => beyond16Bits.test(title)) ? { status: 500 } : reply,
    ),
  },
  'list.all': {
    'list-empty-for-good': (_provider, correct, seen = { empty: false }) => ({
      all: () => {
        seen.empty ||= correct.all().length === 0
        return seen.empty ? [] : correct.all()
      },
    }),
    // The first list after a write is the one from before, however late it comes.
    'list-stale-once': (provider, correct) => {
      let before: Post[] | undefined
      const remember = () => (before ??= [...provider.posts.values()])
      return {
        write: preceded(correct.write, remember),
        erase: preceded(correct.erase, remember),
        all: () => {
          const posts = before ?? correct.all()
          before = undefined
          return posts
        },
      }
    },
    'list-once-read': (provider, correct, read = new Set<bigint>()) => ({
      find: preceded(correct.find, (id) => read.add(id)),
      all: () => correct.all().filter(({ id }) => read.has(id) || !provider.posts.has(id)),
    }),
    'list-newest-only': choosing((posts) => posts.slice(-1)),
    'list-first-twice': choosing((posts) => [...posts.slice(0, 1), ...posts]),
    'list-newest-twice': choosing((posts) => [...posts.slice(-1), ...posts]),
    'list-one-per-title': onePer('title'),
    'list-one-per-content': onePer('content'),
    'list-page-of-five': choosing((posts) => posts.slice(0, 5)),
    'list-ghost': choosing((posts) => [{ id: 0n, title: 'Untitled', content: '' }, ...posts]),
    'list-odd-ids-only': choosing((posts) => posts.filter(({ id }) => id % 2n)),
    'list-ids-of-neighbours': (provider, correct) => ({
      showListed: (post) => provider.show({ ...correct.find(post.id), ...post, id: post.id + 1n }),
    }),
  },
})
