import {
  all,
  answeringMissing,
  bodyOf,
  failing,
  failingReads,
  holding,
  instead,
  only,
  preceded,
  reaching,
  revalidating,
  statusOf,
} from '../changes.ts'
import { newest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { type Change, idIn, type Post, type Provider, type Reply } from '../provider.ts'
import { beyond16Bits } from './text.ts'

/** Finds another post where a read names one that is not there. */
function missingFinds(find: (id: bigint, posts: Post[]) => Post | undefined): Change {
  return instead('read', (provider, id) => {
    const post = provider.find(id) ?? find(id, provider.all())
    return post && provider.found(post)
  })
}

/** Answers some reads of posts that are not there otherwise; a post is deleted where its id was once given out. */
function missing(
  answer: Reply,
  isMeant: (id: bigint, provider: Provider) => boolean = (id, { lastId }) => id > 0n && id <= lastId,
): Change {
  return instead('read', (provider, id) => isMeant(id, provider) && !provider.find(id) && answer)
}

/** Reads that do not answer 200 with that post, or 404 where there is none. */
export const readFaults = breaking({
  'read.ok': {
    'read-201': statusOf('read', 201),
    'read-203': statusOf('read', 203),
    'read-304': only('read', 304),
    'read-at-the-root-only': failing('read', 404),
    'read-in-data': bodyOf('read', (post: Post) => ({ data: post })),
    'read-in-post': bodyOf('read', (post: Post) => ({ id: post.id, post })),
    'read-newest': reaching('read', (provider, id) => (provider.find(id) ? newest(provider) : id)),
    'read-neighbour-text': instead('read', (provider, id) => {
      const post = provider.find(newest(provider))
      return provider.find(id) && post && provider.found({ ...post, id })
    }),
    'read-wrong-id': bodyOf('read', (post: Post) => ({ ...post, id: post.id + 1n })),
    // The first read of a new post answers 404, however late it comes.
    'read-missing-once': (provider, correct, known = new Set<bigint>()) => ({
      read: (id) => {
        const isFirst = correct.find(id) !== undefined && !known.has(id)
        known.add(id)
        return isFirst ? provider.missing(id) : correct.read(id)
      },
    }),
    // The first read after a replace gives the post as it was before, however late it comes.
    'read-stale-once': (provider, correct, before = new Map<bigint, Post>()) => ({
      read: (id) => {
        const old = before.get(id)
        before.delete(id)
        return old && correct.find(id) ? provider.found(old) : correct.read(id)
      },
      replace: preceded(correct.replace, (id) => {
        const post = correct.find(id)
        if (post && !before.has(id)) before.set(id, post)
      }),
    }),
    // The first post has the id 0, which is taken for none.
    'zero-listed-only': all(
      holding(1, () => ({ id: 0n })),
      instead('read', (provider, id) => id === 0n && provider.missing(id)),
    ),
    // The ETag is that of the first version.
    'not-modified-for-good': revalidating(({ status }, call) =>
      status === 200 && idIn(call) !== 0n ? `"post-${idIn(call)}"` : undefined,
    ),
    'read-500-of-emoji': failingReads(500, ({ title }) => beyond16Bits.test(title)),
    'read-500-of-empty': failingReads(500, ({ content }) => content === ''),
    'read-404-of-long': failingReads(404, ({ content }) => content.length > 4000),
  },
  'read.missing': {
    'missing-blank-post': missingFinds((id) => ({ id, title: '', content: '' })),
    'missing-204': answeringMissing('read', 204),
    'missing-400': answeringMissing('read', 400),
    'missing-403': answeringMissing('read', 403),
    'missing-first': missingFinds((_id, posts) => posts[0]),
    'missing-redirects': missing({ status: 302, headers: { location: '/v1/posts' } }, () => true),
    'deleted-410': [
      missing({ status: 410 }),
      { arguable: 'RFC 9110 makes 410 the better word; the document says 404.' },
    ],
    'deleted-null': missing({ status: 200, body: null }),
    'zero-is-first': missingFinds((id, posts) => (id === 0n ? posts[0] : undefined)),
    // They count from the end of the list, as indexes do in Python.
    'negative-from-end': missingFinds((id, posts) => (id < 0n ? posts.at(Number(id)) : undefined)),
    'negative-500': instead('read', (_provider, id) => id < 0n && { status: 500 }),
    'beyond-int32-500': instead('read', (_provider, id) => id > 2n ** 31n && { status: 500 }),
    'prefix-finds': missingFinds((id, posts) => posts.find((post) => String(id).startsWith(String(post.id)))),
    'nearest-finds': missingFinds((id, posts) => posts.findLast((post) => post.id < id)),
  },
})
