import { after, remembering, statusOf } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, alterAll, copy, newest, oldest } from '../kept-posts.ts'
import type { Change } from '../provider.ts'

/** Remembers the ids that were deleted, and leaves their posts where they are. */
function marking(change: (marked: Set<bigint>, ...given: Parameters<Change>) => ReturnType<Change>): Change {
  return (provider, correct) => {
    const marked = new Set<bigint>()
    return { erase: (id) => void marked.add(id), ...change(marked, provider, correct) }
  }
}

/** Does something at a delete of a post that is not there. */
function atMissing(deed: (...given: [...Parameters<Change>, id: bigint]) => unknown): Change {
  return (provider, correct) => ({
    remove: (id) => {
      if (!correct.find(id)) deed(provider, correct, id)
      return correct.remove(id)
    },
  })
}

/** Deletes that leave something of the post: `delete.removes`. */
export const removeFaults = breaking('delete.removes', {
  'delete-does-nothing': ['A delete answers like any and removes nothing.', () => ({ erase: () => {} })],
  'delete-405': [
    'The service cannot delete, though the document names the operation.',
    (_provider, correct) => ({ remove: () => correct.problem(405, 'No.') }),
  ],
  'delete-500': [
    'A delete fails and removes nothing.',
    (_provider, correct) => ({ remove: () => correct.problem(500, 'No.') }),
  ],
  'delete-500-and-removes': [
    'A delete fails, and the post is gone.',
    statusOf('remove', 500),
    'The statuses of DELETE are not shown.',
  ],
  'delete-404': ['A delete never finds the post.', (provider) => ({ remove: (id) => provider.missing(id) })],
  'delete-unlists-only': [
    'A deleted post is no longer listed, and can still be read.',
    marking((marked, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !marked.has(id)),
    })),
  ],
  'delete-hides-only': [
    'A deleted post can no longer be read, and is still listed.',
    marking((marked, provider, correct) => ({
      read: (id) => (marked.has(id) ? provider.missing(id) : correct.read(id)),
    })),
  ],
  'delete-marks-read-only': [
    'A deleted post is no longer listed; a read answers 200 with a field that says deleted.',
    marking((marked, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !marked.has(id)),
      show: (post) => ({ ...(correct.show(post) as object), deleted: marked.has(post.id) }),
    })),
  ],
  'delete-blanks': [
    'A deleted post stays with empty texts.',
    (provider) => ({ erase: (id) => alter(provider, id, () => ({ title: '', content: '' })) }),
  ],
  'delete-blanks-the-title': [
    'A deleted post stays in the list as [deleted].',
    (provider) => ({ erase: (id) => alter(provider, id, () => ({ title: '[deleted]' })) }),
  ],
  'delete-archives': [
    'A deleted post moves to a new id.',
    after('remove', (provider) => copy(provider, { id: 0n, title: 'fleet archive', content: 'deleted' })),
  ],
  'delete-only-when-asked-twice': [
    'The first delete only marks the post, the second removes it.',
    marking((marked, _provider, correct) => ({
      erase: (id) => {
        if (marked.has(id)) correct.erase(id)
        else marked.add(id)
      },
    })),
  ],
  'delete-hits-the-newest': [
    'A delete removes the newest post, whatever the id.',
    (provider, correct) => ({ erase: () => correct.erase(newest(provider)) }),
  ],
  'delete-hits-the-oldest': [
    'A delete removes the oldest post, whatever the id.',
    (provider, correct) => ({ erase: () => correct.erase(oldest(provider)) }),
  ],
})

/** Deletes that do something more when they are repeated: `delete.idempotent`. */
export const removeAgainFaults = breaking('delete.idempotent', {
  'delete-again-brings-back': [
    'A second delete brings the post back.',
    remembering((written, provider, correct) => ({
      remove: (id) => {
        const post = written(id).at(-1)
        if (!correct.find(id) && post) provider.posts.set(id, post)
        else return correct.remove(id)
        return { status: 204 }
      },
    })),
  ],
  'delete-again-hits-the-newest': [
    'A second delete removes the newest post.',
    atMissing((provider, correct) => correct.erase(newest(provider))),
  ],
  'delete-again-wipes': [
    'A second delete removes every post.',
    atMissing((provider) => provider.posts.clear()),
  ],
  'delete-again-leaves-a-mark': [
    'A second delete adds an empty post.',
    atMissing((provider) => copy(provider, { id: 0n, title: 'fleet removed', content: '' })),
  ],
  'delete-again-alters-others': [
    'A second delete empties the contents of the others.',
    atMissing((provider) => alterAll(provider, () => ({ content: '' }))),
  ],
})
