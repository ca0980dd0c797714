import { answeringMissing } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Change, Post } from '../provider.ts'

/** Finds another post where a read names one that is not there. */
function missingFinds(find: (id: bigint, posts: Post[]) => Post | undefined): Change {
  return (provider, correct) => ({
    read: (id) => {
      const post = correct.find(id) ?? find(id, correct.all())
      return post ? { status: 200, body: provider.show(post) } : correct.read(id)
    },
  })
}

/** Reads of posts that are not there, answered with anything but 404: `read.missing`. */
export const missingFaults = breaking('read.missing', {
  'missing-blank-post': [
    'A missing post is a blank post of that id.',
    (provider, correct) => ({
      read: (id) => ({
        status: 200,
        body: provider.show(correct.find(id) ?? { id, title: '', content: '' }),
      }),
    }),
  ],
  'missing-204': ['A missing post is 204.', answeringMissing('read', 204)],
  'missing-400': ['A missing post is 400.', answeringMissing('read', 400)],
  'missing-403': ['A missing post is 403.', answeringMissing('read', 403)],
  'missing-first': ['A read of a missing post answers the first.', missingFinds((_id, posts) => posts[0])],
  'missing-redirects': [
    'A read of a missing post is sent to the list.',
    (_provider, correct) => ({
      read: (id) =>
        correct.find(id) ? correct.read(id) : { status: 302, headers: { location: '/v1/posts' } },
    }),
  ],
  'deleted-410': [
    'A deleted post is 410, one that never was is 404.',
    (provider, correct) => ({
      read: (id) =>
        id > 0n && id <= provider.lastId && !correct.find(id) ? { status: 410 } : correct.read(id),
    }),
    'RFC 9110 makes 410 the better word; the document says 404.',
  ],
  'deleted-null': [
    'A deleted post is null with 200, one that never was is 404.',
    (provider, correct) => ({
      read: (id) =>
        id > 0n && id <= provider.lastId && !correct.find(id)
          ? { status: 200, body: null }
          : correct.read(id),
    }),
  ],
  'zero-is-first': [
    'Id 0 answers the first post.',
    missingFinds((id, posts) => (id === 0n ? posts[0] : undefined)),
  ],
  'negative-from-end': [
    'Negative ids count from the end of the list, as indexes do in Python.',
    missingFinds((id, posts) => (id < 0n ? posts.at(Number(id)) : undefined)),
  ],
  'negative-500': [
    'A negative id makes the service fail.',
    (_provider, correct) => ({ read: (id) => (id < 0n ? { status: 500 } : correct.read(id)) }),
  ],
  'beyond-int32-500': [
    'An id beyond int32 makes the service fail.',
    (_provider, correct) => ({ read: (id) => (id > 2n ** 31n ? { status: 500 } : correct.read(id)) }),
  ],
  'prefix-finds': [
    'An id finds a post whose id is the beginning of it.',
    missingFinds((id, posts) => posts.find((post) => String(id).startsWith(String(post.id)))),
  ],
  'nearest-finds': [
    'A missing id finds the next lower post.',
    missingFinds((id, posts) => posts.findLast((post) => post.id < id)),
  ],
})
