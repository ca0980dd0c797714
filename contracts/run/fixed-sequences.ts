import type { Scenario } from './run-scenarios.ts'
import { farIds, type Look, type Move, type Step, type Target, type Texts, type Write } from './step.ts'
import { contents, specialRows } from './texts.ts'

/** One more than the most common page size. */
const crowdSize = 101

/** A unique text. */
const own = contents.length
const same = (version = -1): Texts => ({ like: 0, version })
const ofDeleted: Texts = { like: { deleted: 0 }, version: -1 }
const list: Move = { do: 'list' }
const create: Write = { do: 'create', texts: own }
const copy: Write = { do: 'create', texts: same() }
const read = (post: Target): Move => ({ do: 'read', post })
const replace = (post: Target, texts: Texts = own): Write => ({ do: 'replace', post, texts })
const remove = (post: Target): Write => ({ do: 'delete', post })
const then = (write: Write, look: Look = 'list'): Step => ({ ...write, look })
const lists = (times = 1): Step => ({ do: 'list', times })
const reads = (post: Target, times = 1): Step => ({ do: 'read', post, times })
const together = (...moves: readonly Move[]): Step => ({ do: 'at once', moves })

/** A run that cannot do this ends. */
export const firstPost: readonly Step[] = [then(create), reads(0), then(remove(0), 'both')]

/** Measures the round trip and shows whether ids are reused. */
export const prelude: Scenario = {
  key: 'prelude',
  steps: [
    then(create, 'nowhere'),
    then(create),
    then(remove(-1)),
    then(create),
    then(remove(0)),
    then(create),
  ],
}

/** Every two operations concurrently, on one post and on two. */
const crossings: readonly Step[] = [
  ...Array<Step>(3).fill(then(create, 'nowhere')),
  then(create),
  together(list, read(0), create, create, create, create),
  together(read(0), copy, copy, copy),
  together(read(0), read(1), read(-1), list, read(2)),
  then(replace(0), 'nowhere'),
  together(list, read(0), list, create),
  together(read(-1), list, replace(0), replace(1), replace(2)),
  together(replace(0), read(0), list, read(1)),
  together(replace(0, 0), read(0), list, replace(0, 1)),
  together(list, replace(0, 2), replace(0, 2)),
  together(read(1), create, replace(0)),
  together(read(0), list, create, remove(1)),
  together(read(-1), remove(1), replace(0)),
  together(read(1), remove(0), replace(0)),
  together(read(1), list, remove(0), remove(0)),
  together(read(-1), list, remove(0), remove(1)),
]

/** Each operation before and after each other, and repeated. */
const passages: readonly Step[] = [
  lists(2),
  then(create, 'both'),
  reads({ near: 0, offset: 1 }, 2),
  reads({ near: 0, offset: 2 ** 32 }),
  ...farIds.map((_, far) => reads({ far })),
  then(replace(0), 'both'),
  reads(0, 2),
  lists(4),
  then(replace(0, 0), 'nowhere'),
  then(replace(0, 1), 'both'),
  then(replace(0, same(0)), 'both'),
  // Small changes, which a service must not ignore.
  ...[0, 5, 6].map((content) => then(replace(0, { like: 0, version: -1, content }), 'both')),
  then(replace(0, { like: 0, version: -1, near: true }), 'both'),
  then(replace(0, same())),
  then(create, 'read'),
  then(copy, 'nowhere'),
  then(copy),
  then({ do: 'create', texts: { like: 0, version: -1, content: 1 } }),
  then(replace(0, 2), 'both'),
  // A write to one of two equal posts must not change the other.
  then(copy),
  then(replace(-1), 'both'),
  then(copy),
  then(remove(-1)),
  then(replace(1, same())),
  then(replace(0, 1)),
  // A refused request must leave nothing to the next one.
  { do: 'example', key: 'create/no-content' },
  then(create, 'both'),
  then(remove(1)),
  then(remove({ deleted: -1 })),
  reads({ deleted: 0 }, 2),
  then(replace(1), 'both'),
  then(create),
  then(remove({ deleted: 0 })),
  then(replace({ deleted: 0 })),
  then({ do: 'create', texts: { ...ofDeleted, content: 1 } }, 'both'),
  then({ do: 'create', texts: ofDeleted }, 'both'),
  reads({ deleted: 0 }),
  then(remove(0), 'nowhere'),
  then(remove(0), 'nowhere'),
  then(remove(-1)),
  reads(0, 6),
  lists(4),
]

/**
 * Many posts, and changes of the first, the last and one in the middle: they show a list that is cut off, a service
 * that forgets old posts, and writes that only affect the first page.
 */
const crowd: readonly Step[] = [
  // Ids that the service has not assigned yet: a few creates later, it would.
  then(create),
  then(replace({ near: -1, offset: 4 }), 'both'),
  then({ ...create, id: { near: -1, offset: 8 } }, 'both'),
  { do: 'many', write: 'create', from: 0, count: crowdSize },
  then(replace(-1, 1), 'both'),
  then(replace(0, 1), 'both'),
  { do: 'many', write: 'replace', from: 0, count: specialRows.replace.length },
  then(remove(60), 'both'),
  ...[0, 9, 10, 99].map((post) => reads(post)),
  then(remove(-1)),
  then(remove(0), 'nowhere'),
  then(create, 'both'),
]

/** Where a client can choose ids: a post that is newer than others and has a lower id. Few random ids may be sorted. */
export const reusedId: Scenario = {
  key: 'reused id',
  steps: [
    ...Array<Step>(6).fill(then(create, 'nowhere')),
    then(remove(0), 'nowhere'),
    then({ ...create, id: { deleted: 0 } }, 'nowhere'),
    then(replace({ deleted: 0 }), 'nowhere'),
    { do: 'list', times: 1, tells: 'list/last' },
  ],
}

/**
 * The sequences before the random ones: they find most faults. What needs no concurrent requests is found without them,
 * and shown by a shorter sequence.
 */
export const fixedSequences: readonly (readonly Step[])[] = [passages, crowd, crossings]

/** From this number on a sequence runs alone, so that its concurrent requests overlap. */
export const firstUndisturbed = fixedSequences.indexOf(crossings)
