import { bodyOf, choosingIds } from '../changes.ts'
import { newest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Post } from '../provider.ts'

/** Starts the ids of new posts beyond 2^53, where a float rounds. */
function beyond53Bits(change: Change): Change {
  return (provider, correct) => {
    provider.lastId = 2n ** 53n
    return change(provider, correct)
  }
}

const rounded = (id: bigint) => BigInt(Number(id))

/** Ids that the service does not assign as it should, or does not show as it assigned them. */
export const identityFaults = breaking({
  'create.assigns-id': {
    'id-in-answer-of-another': [
      bodyOf('create', (post: Post) => ({ ...post, id: post.id + 1000n })),
      { arguable: 'The bodies of POST are not shown; yet a Post in an answer bears the id of that post.' },
    ],
    'id-constant': () => ({ nextId: () => 1n }),
    'id-of-the-newest': choosingIds((provider) => newest(provider) || undefined),
    // Each id is given out twice in a row.
    'id-every-other-twice': (provider, _correct, calls = { count: 0 }) => ({
      nextId: () => (calls.count++ % 2 ? provider.lastId : ++provider.lastId),
    }),
    'id-is-count': (provider) => ({ nextId: () => BigInt(provider.posts.size + 1) }),
    'id-is-length-of-title': () => ({ nextId: ({ title }) => BigInt(title.length) }),
  },
  'list.all': {
    'id-rounded-in-list': beyond53Bits((_provider, correct) => ({
      showListed: (post) => ({ ...(correct.showListed(post) as object), id: rounded(post.id) }),
    })),
  },
  'read.ok': {
    'id-negative-not-in-path': (provider, correct) => ({
      nextId: () => --provider.lastId,
      readId: (text) => (text.startsWith('-') ? undefined : correct.readId(text)),
    }),
  },
  'create.adds': {
    // The path takes them exactly.
    'id-rounded-everywhere': beyond53Bits((_provider, correct) => ({
      show: (post) => correct.show({ ...post, id: rounded(post.id) }),
    })),
  },
  'create.not-idempotent': {
    // Posts with equal titles are one.
    'id-hashed-from-title': () => ({
      nextId: ({ title }) =>
        Buffer.from(title).reduce((sum, byte) => (sum * 31n + BigInt(byte)) % 99_991n, 7n),
    }),
  },
})
