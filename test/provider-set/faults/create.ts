import { after, only, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, copy, others } from '../kept-posts.ts'

/** Creates that do not add the post that was sent: `create.adds`. */
export const createFaults = breaking('create.adds', {
  'create-adds-nothing': [
    'A create answers like any, and no post is there.',
    after('create', (provider, id) => provider.posts.delete(id)),
  ],
  'create-405': [
    'The service cannot create, though the document names the operation.',
    (_provider, correct) => ({ create: () => correct.problem(405, 'No.') }),
  ],
  'create-500-and-adds': [
    'A create fails, and the post is there.',
    only('create', 500),
    'The statuses of POST are not shown.',
  ],
  'create-500': [
    'A create fails, and no post is there.',
    (_provider, correct) => ({ create: () => correct.problem(500, 'No.') }),
  ],
  'create-twice': [
    'A create adds the post twice.',
    after('create', (provider, id) => copy(provider, provider.posts.get(id))),
  ],
  'create-with-a-copy-of-the-last': [
    'A create adds a copy of the post before as well.',
    after('create', (provider, id) => copy(provider, others(provider, id).at(-1))),
  ],
  'create-once': [
    'The first create works, the next ones add nothing.',
    after('create', (provider, id) => provider.posts.size > 1 && provider.posts.delete(id)),
  ],
  'create-as-draft': [
    'A new post is there for a read, with its content empty until it is replaced.',
    after('create', (provider, id) => alter(provider, id, () => ({ content: '' }))),
  ],
})

/** New posts that are listed and cannot be read: a read of a post that exists is not answered with it. */
export const unreadableFaults = breaking('read.ok', {
  'create-listed-only': [
    'A new post is listed and cannot be read alone until it is replaced.',
    remembering((written, provider, correct) => ({
      read: (id) => (written(id).length > 1 ? correct.read(id) : provider.missing(id)),
    })),
  ],
})

/** New posts that can be read and are not listed: the list does not hold every post. */
export const unlistedFaults = breaking('list.all', {
  'create-readable-only': [
    'A new post can be read and is not listed until it is replaced.',
    remembering((written, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => written(id).length > 1),
    })),
  ],
})
