import { distantIds } from './near-id.ts'
import type { ClientMove, Look, ReadMove, Step, Write } from './step.ts'
import { contents, specialRows } from './texts.ts'

/** One more than the most common page size. */
export const crowdSize = 101

/** A unique text. */
const own = contents.length
const first = { among: 'alive', at: 0, version: -1 } as const
const deleted = { among: 'deleted', at: 0, version: -1 } as const
const create: Write = { do: 'create', text: own }
const copy: Write = { do: 'copy', of: first, near: false }
const replace = (post: number, text = own): Write => ({ do: 'replace', post, text })
const remove = (post: number): Write => ({ do: 'delete', post })
const then = (write: Write, look: Look = 'list'): Step => ({ ...write, look })
const together = (writes: readonly Write[], ...looks: readonly ReadMove[]): Step => ({
  do: 'together',
  writes,
  looks,
})
const clients = (...each: readonly (readonly ClientMove[])[]): Step => ({ do: 'clients', clients: each })
const list = (times = 1): Step => ({ do: 'list', times })
const read = (post: number, times = 1): Step => ({ do: 'read', post, times })

/** Writes to ids that the service has not assigned yet. */
const named: readonly Step[] = [
  then(create),
  { do: 'replace-next', post: -1, look: 'both' },
  ...Array<Step>(5).fill(then(create)),
  { do: 'create-next', post: -1, look: 'both' },
  ...Array<Step>(5).fill(then(create)),
]

/** Measures the round trip and shows whether ids are reused. */
export const prelude: readonly Step[] = [
  then(create, 'both'),
  then(create),
  then(remove(-1)),
  then(create),
  then(remove(0), 'both'),
  then(create),
]

/** Every two operations concurrently, on one post and on two. */
const crossings: readonly Step[] = [
  then(create, 'nowhere'),
  then(create, 'nowhere'),
  then(create, 'nowhere'),
  then(create),
  together([create, create, create, create], 'list', 0),
  together([copy, copy, copy], 0),
  read(0),
  together([], 0, 1, -1, 'list', 2),
  together([create], 'list', 0, 'list'),
  then(replace(0), 'nowhere'),
  together([create], 'list'),
  then(replace(0), 'nowhere'),
  together([replace(1)], 'list', 1),
  together([replace(0), replace(1), replace(2)], -1, 'list'),
  read(0),
  together([replace(0)], 0, 1, 'list'),
  read(0),
  together([replace(0, 0), replace(0, 1)], 1, 'list'),
  read(0),
  together([replace(0, 2), replace(0, 2)], 'list'),
  together([create, replace(0)], 1),
  together([create, remove(1)], 0, 'list'),
  together([remove(1), replace(0)], -1),
  together([remove(0), replace(0)], 1),
  together([remove(0), remove(0)], 1, 'list'),
  together([remove(0), remove(1)], -1, 'list'),
  together([remove(-1)], 0, 'list'),
]

/** Concurrent readers and writers of one post. */
const histories: readonly Step[] = [
  then(create, 'nowhere'),
  then(create, 'both'),
  clients([replace(0), replace(0, own + 1), 0], [0, 0, 0, 0], [0, 'list', 0, 'list']),
  clients([replace(0, own + 2), 0], [replace(0, own + 3), 0], [0, 'list', 0]),
  clients([create, 'list'], ['list', 'list', 'list']),
  clients([remove(0), 0], [0, 0, 0], ['list', 'list']),
]

/** Each operation before and after each other, and repeated. */
const passages: readonly Step[] = [
  list(2),
  then(create, 'both'),
  { do: 'read-near', post: 0, offset: 1, times: 2 },
  ...(['shorter', 'longer', 'negated', 2 ** 32] as const).map(
    (offset): Step => ({ do: 'read-near', post: 0, offset, times: 1 }),
  ),
  ...distantIds.map((_, id): Step => ({ do: 'read-far', id })),
  then(replace(0), 'both'),
  read(0, 2),
  list(4),
  then(replace(0, 0), 'nowhere'),
  then(replace(0, 1), 'both'),
  then({ do: 'replace-as', post: 0, of: { ...first, version: 0 } }, 'both'),
  { do: 'repeat', look: 'list' },
  then(create, 'read'),
  then(copy, 'nowhere'),
  then(copy),
  then({ do: 'copy', of: first, near: false, text: 1 }),
  then(replace(0, 2), 'both'),
  read(1),
  // A write to one of two equal posts must not change the other.
  then(copy),
  then(replace(-1), 'both'),
  then(copy),
  then(remove(-1)),
  then({ do: 'replace-as', post: 1, of: first }),
  then(replace(0, 1)),
  { do: 'refused', post: 'new', body: 'cut-off', look: 'nowhere' },
  then(create, 'both'),
  { do: 'refused', post: 0, body: 'without-content', look: 'list' },
  { do: 'refused', post: 'new', body: 'of-numbers', look: 'list' },
  then(remove(1)),
  { do: 'repeat', look: 'list' },
  { do: 'read-deleted', post: 0, times: 2 },
  then(replace(1), 'both'),
  then(create),
  { do: 'delete-deleted', post: 0, look: 'list' },
  { do: 'replace-deleted', post: 0, look: 'list' },
  then({ do: 'copy', of: deleted, near: false, text: 1 }, 'both'),
  then({ do: 'copy', of: deleted, near: false }, 'both'),
  { do: 'read-deleted', post: 0, times: 1 },
  then(remove(0), 'nowhere'),
  then(remove(0), 'nowhere'),
  then(remove(-1)),
  read(0, 6),
  list(4),
]

/**
 * Many posts, and changes of the first, the last and one in the middle: they show a list that is cut off, a service
 * that forgets old posts, and writes that only affect the first page.
 */
const crowd: readonly Step[] = [
  { do: 'special-texts', write: 'create', from: 0, count: specialRows.create.length },
  { do: 'many', count: crowdSize },
  { do: 'special-texts', write: 'replace', from: 0, count: specialRows.replace.length },
  then(replace(-1, 1), 'both'),
  then(replace(0, 1), 'both'),
  then(remove(60), 'both'),
  ...[0, 9, 10, 99].map((post) => read(post)),
  then(remove(-1)),
  then(remove(0)),
  then(create, 'both'),
]

/** Posts that are looked at again after everything else: a service may drop posts after a while. */
export const oldPosts: readonly Step[] = [
  then(create, 'nowhere'),
  then(create, 'nowhere'),
  then(create, 'nowhere'),
  then(replace(1), 'nowhere'),
  then(remove(2), 'both'),
  read(0),
  read(1),
  { do: 'later' },
  list(),
  read(0),
  read(1),
  { do: 'read-deleted', post: 0, times: 1 },
  then(replace(0), 'both'),
  then(remove(0), 'both'),
]

/** The sequences before the random ones: they find most faults. */
export const fixedSequences: readonly (readonly Step[])[] = [
  prelude,
  crossings,
  histories,
  passages,
  named,
  crowd,
]

/** The first sequences run alone, so that their concurrent requests overlap. */
export const undisturbed = 3
