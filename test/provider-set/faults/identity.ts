import { bodyOf } from '../changes.ts'
import { breaking } from '../fault.ts'
import { newest } from '../kept-posts.ts'
import type { Change, Post } from '../provider.ts'

/** Starts the ids of new posts after a number. */
function numberedAfter(lastId: bigint, change: Change): Change {
  return (provider, correct) => {
    provider.lastId = lastId
    return change(provider, correct)
  }
}

/** Ids that the service does not assign as it should: `create.assigns-id`. */
export const identityFaults = breaking('create.assigns-id', {
  'id-in-answer-of-another': [
    'The answer to a create bears an id under which nothing is found.',
    bodyOf('create', (post: Post) => ({ ...post, id: post.id + 1000n })),
    'The bodies of POST are not shown; yet a Post in an answer bears the id of that post.',
  ],
  'id-constant': ['Every post gets id 1, in the place of the one before.', () => ({ nextId: () => 1n })],
  'id-of-the-newest': [
    'A new post gets the id of the post before it if that is still there.',
    (provider, correct) => ({ nextId: (input) => newest(provider) || correct.nextId(input) }),
  ],
  'id-every-other-twice': [
    'Each id is given out twice in a row.',
    (provider) => {
      let calls = 0
      return { nextId: () => (calls++ % 2 ? provider.lastId : ++provider.lastId) }
    },
  ],
  'id-is-count': [
    'A new post gets the number of posts plus one, also when that id is in use.',
    (provider) => ({ nextId: () => BigInt(provider.posts.size + 1) }),
  ],
  'id-is-length-of-title': [
    'The id is the length of the title.',
    () => ({ nextId: ({ title }) => BigInt(title.length) }),
  ],
})

/** Ids that only the list shows wrong: no post has them. */
export const listedIdFaults = breaking('list.all', {
  'id-rounded-in-list': [
    'Ids beyond 2^53 are rounded in the list.',
    numberedAfter(2n ** 53n, (_provider, correct) => ({
      showListed: (post) => ({ ...(correct.showListed(post) as object), id: BigInt(Number(post.id)) }),
    })),
  ],
})

/** Ids that a path does not take: a listed post cannot be read. */
export const pathIdFaults = breaking('read.ok', {
  'id-negative-not-in-path': [
    'Ids are negative, and no path with a sign is understood.',
    (provider, correct) => ({
      nextId: () => --provider.lastId,
      readId: (text) => (text.startsWith('-') ? undefined : correct.readId(text)),
    }),
  ],
})

/** Ids that every answer shows wrong: no view shows the post that was created. */
export const shownIdFaults = breaking('create.adds', {
  'id-rounded-everywhere': [
    'Ids beyond 2^53 are rounded in every answer, and exact in the path.',
    numberedAfter(2n ** 53n, (_provider, correct) => ({
      show: (post) => correct.show({ ...post, id: BigInt(Number(post.id)) }),
    })),
  ],
})

/** Ids made of the title: two posts with the same data are one. */
export const titleIdFaults = breaking('create.not-idempotent', {
  'id-hashed-from-title': [
    'The id is a sum over the title, so that equal titles are one post.',
    () => ({
      nextId: ({ title }) =>
        Buffer.from(title).reduce((sum, byte) => (sum * 31n + BigInt(byte)) % 99_991n, 7n),
    }),
  ],
})
