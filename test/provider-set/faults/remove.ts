import { after, failing, instead, preceded, reaching, statusOf } from '../changes.ts'
import { alter, alterAll, copy, newest, oldest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Provider } from '../provider.ts'

/** Remembers the ids that were deleted, and leaves their posts where they are. */
function marking(change: (marked: Set<bigint>, ...given: Parameters<Change>) => ReturnType<Change>): Change {
  return (provider, correct, marked = new Set<bigint>()) => ({
    erase: (id) => void marked.add(id),
    ...change(marked, provider, correct),
  })
}

/** Does something at a delete of a post that is not there. */
function again(deed: (provider: Provider, correct: Readonly<Provider>) => unknown): Change {
  return (provider, correct) => ({
    remove: preceded(correct.remove, (id) => correct.find(id) ?? deed(provider, correct)),
  })
}

/** Deletes that leave something of the post, or do something more when they are repeated. */
export const removeFaults = breaking({
  'delete.removes': {
    'delete-does-nothing': () => ({ erase: () => {} }),
    'delete-at-another-path-only': failing('remove', 404),
    'delete-405': failing('remove', 405),
    'delete-500': failing('remove', 500),
    'delete-500-and-removes': [
      statusOf('remove', 500),
      { arguable: 'The statuses of DELETE are not shown.' },
    ],
    'delete-404': instead('remove', ({ missing }, id) => missing(id)),
    'delete-unlists-only': marking((marked, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !marked.has(id)),
    })),
    'delete-hides-only': marking((marked, provider, correct) => ({
      read: (id) => (marked.has(id) ? provider.missing(id) : correct.read(id)),
    })),
    // A deleted post is no longer listed, and a field of it says deleted.
    'delete-marks-read-only': marking((marked, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !marked.has(id)),
      show: (post) => ({ ...(correct.show(post) as object), deleted: marked.has(post.id) }),
    })),
    'delete-blanks': (provider) => ({
      erase: (id) => alter(provider, id, () => ({ title: '', content: '' })),
    }),
    'delete-blanks-the-title': (provider) => ({
      erase: (id) => alter(provider, id, () => ({ title: '[deleted]' })),
    }),
    'delete-archives': after('remove', (provider) =>
      copy(provider, { id: 0n, title: 'fleet archive', content: 'deleted' }),
    ),
    'delete-only-when-asked-twice': marking((marked, _provider, correct) => ({
      erase: (id) => (marked.has(id) ? correct.erase(id) : void marked.add(id)),
    })),
    'delete-hits-the-newest': reaching('erase', newest),
    'delete-hits-the-oldest': reaching('erase', oldest),
  },
  'delete.idempotent': {
    'delete-again-brings-back': instead('remove', (provider, id) => {
      const post = provider.written(id).at(-1)
      if (provider.find(id) || !post) return undefined
      provider.posts.set(id, post)
      return { status: 204 }
    }),
    'delete-again-hits-the-newest': again((provider, correct) => correct.erase(newest(provider))),
    'delete-again-wipes': again((provider) => provider.posts.clear()),
    'delete-again-leaves-a-mark': again((provider) =>
      copy(provider, { id: 0n, title: 'fleet removed', content: '' }),
    ),
    'delete-again-alters-others': again((provider) => alterAll(provider, () => ({ content: '' }))),
  },
})
