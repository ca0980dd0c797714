import * as fc from 'fast-check'
import {
  farIds,
  type Likeness,
  type Look,
  type Move,
  type Scenario,
  type Step,
  type Target,
  type Texts,
  type Write,
} from './scenario.ts'
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
const many = (write: 'create' | 'replace', from: number, count: number): Step => ({
  do: 'many',
  write,
  from,
  count,
})
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
  many('create', 0, crowdSize),
  then(replace(-1, 1), 'both'),
  then(replace(0, 1), 'both'),
  many('replace', 0, specialRows.replace.length),
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

/** First looks at what was written: where time makes no view right, only a look does, the service is not late but wrong. */
const firstLooks: readonly Step[] = [
  then(create, 'nowhere'),
  then(create, 'nowhere'),
  then(remove(1), 'nowhere'),
  { do: 'settle' },
  lists(3),
  reads(0),
  reads({ deleted: 0 }),
  reads(0),
  then(replace(0), 'nowhere'),
  { do: 'settle' },
  reads(0),
  lists(),
]

/**
 * The sequences before the random ones: they find most faults. What needs no concurrent requests is found without them,
 * and shown by a shorter sequence.
 */
export const fixedSequences: readonly (readonly Step[])[] = [passages, crowd, crossings, firstLooks]

/** From this number on a sequence runs alone, so that its concurrent requests overlap. */
export const firstUndisturbed = fixedSequences.indexOf(crossings)

/** From this number on a fixed sequence says nothing of a service whose writes are visible at once. */
export const firstOfLate = fixedSequences.indexOf(firstLooks)

/** Chooses among arbitraries, each with a weight. */
function some<Value>(...each: readonly (readonly [number, fc.Arbitrary<Value>])[]): fc.Arbitrary<Value> {
  return fc.oneof(...each.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

// First, last and only posts show most faults.
const anIndex = some([3, fc.constantFrom(0, -1)], [2, fc.integer({ min: 1, max: 5 })])
const aDeleted = fc.record({ deleted: anIndex })
const unused = fc.oneof<fc.Arbitrary<Target>[]>(
  aDeleted,
  fc.record({ near: anIndex, offset: fc.constantFrom(-1, 1, 1, 2, 4, 10) }),
)
const aNumber = some([1, fc.nat({ max: 2 })], [2, fc.nat({ max: own })])
const aLikeness = fc.record(
  {
    like: some<Likeness['like']>([2, anIndex], [1, aDeleted]),
    version: fc.constantFrom(0, -1, -1, -2),
    near: fc.constant(true),
    content: aNumber,
  },
  { requiredKeys: ['like', 'version'] },
)
const texts = some<Texts>([5, aNumber], [3, aLikeness])
const few = fc.constantFrom(1, 1, 1, 2, 3, 6)
const look = fc.constantFrom<Look>('list', 'list', 'nowhere', 'nowhere', 'read', 'both')

const creating = texts.map((each): Write => ({ do: 'create', texts: each }))
const writingTo = (post: fc.Arbitrary<Target>) =>
  some([2, fc.tuple(post, texts).map((each) => replace(...each))], [1, post.map(remove)])
const writing = some([8, creating], [9, writingTo(anIndex)])
const looking = (each: fc.Arbitrary<Write>) => fc.tuple(each, look).map((all) => then(...all))
const reading = (post: fc.Arbitrary<Target>) => fc.tuple(post, few).map((all) => reads(...all))

const single = some(
  [24, looking(writing)],
  [4, few.map(lists)],
  [6, reading(anIndex)],
  [4, reading(unused)],
  [4, looking(writingTo(unused))],
)

/** The same write several times in a row. */
const burst = fc
  .tuple(looking(writing), fc.integer({ min: 2, max: 9 }))
  .map(([each, times]) => Array<Step>(times).fill(each))

/** Several clients, on one post or on any. */
const moveOn = (post: fc.Arbitrary<number>) =>
  some<Move>([3, post.map(read)], [2, fc.constant(list)], [1, creating], [4, writingTo(post)])
const moves = fc.oneof(
  fc.array(moveOn(anIndex), { minLength: 2, maxLength: 7 }),
  fc.array(moveOn(fc.constant(0)), { minLength: 2, maxLength: 4 }),
)
const atOnce = fc.tuple(fc.constantFrom(1, 3, 4), moves).map(([count, each]) => [
  ...Array<Step>(count).fill(then(create, 'nowhere')),
  // What is read concurrently is judged only if it was right before.
  reads(0),
  lists(),
  together(...each),
])

const passage = some<Step[]>(
  [16, single.map((step) => [step])],
  [3, burst],
  [4, atOnce],
  // Fewer posts than in the fixed sequence.
  [1, fc.integer({ min: 4, max: 40 }).map((count) => [many('create', specialRows.create.length, count)])],
)

const drawn = fc.array(passage, { minLength: 2, maxLength: 16, size: 'max' }).map((each) => each.flat())

/** The sequence with a number: a fixed one, or a random one of a seed. */
export function sequenceAt(seed: number, number: number): Scenario {
  const [random = []] =
    number < fixedSequences.length ? [] : fc.sample(drawn, { seed: seed + number, numRuns: 1 })
  return { key: `sequence/${number}`, steps: fixedSequences[number] ?? random }
}
