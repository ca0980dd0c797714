import * as fc from 'fast-check'
import type { InputName } from '../../handlers/endpoints.ts'
import { randomFrom, seeds } from '../../handlers/model/random.ts'
import {
  boundaryIds,
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

/** An existing post. */
const at = (index: number): Target => ({ kind: 'existing', index })
const deleted = (index: number): Target => ({ kind: 'deleted', index })
const near = (index: number, offset: number): Target => ({ kind: 'near', index, offset })
const begin = (index: number): Target => ({ kind: 'begin', index })
const text = (number: number): Texts => ({ kind: 'new', number })
/** A unique text. */
const own = text(contents.length)
const markup = text(contents.indexOf('<b>one & two</b>'))
/** The texts of a post. */
const like = (post: Target, more: Partial<Texts & { kind: 'like' }> = {}): Texts => ({
  kind: 'like',
  post,
  version: -1,
  ...more,
})
const list: Move = { kind: 'list' }
const create: Write & { readonly kind: 'create' } = { kind: 'create', texts: own }
const copy: Write = { kind: 'create', texts: like(at(0)) }
const read = (post: Target): Move => ({ kind: 'read', post })
const replace = (post: Target, texts = own): Write & { readonly kind: 'replace' } => ({
  kind: 'replace',
  post,
  texts,
})
const remove = (post: Target): Write => ({ kind: 'delete', post })
const then = (write: Write, look: Look = 'list'): Step => ({ ...write, look })
const lists = (times = 1): Step => ({ kind: 'list', times })
const reads = (post: Target, times = 1): Step => ({ kind: 'read', post, times })
const many = (write: InputName, from: number, count: number): Step => ({ kind: 'many', write, from, count })
const together = (...moves: readonly Move[]): Step => ({ kind: 'at once', moves })

/** A run that cannot do this ends. */
export const firstPost: readonly Step[] = [then(create), reads(at(0)), then(remove(at(0)), 'both')]

/** Shows whether ids are reused. */
export const prelude: readonly Step[] = [
  then(create, 'nowhere'),
  then(create),
  then(remove(at(-1))),
  then(create, 'nowhere'),
  then(remove(at(0))),
  then(create),
  // Whether that may create a post decides what a replace that meets a delete may do.
  then(replace(deleted(0)), 'nowhere'),
]

/** Every two operations concurrently, on one post and on two. */
const crossings: readonly Step[] = [
  ...Array<Step>(3).fill(then(create, 'nowhere')),
  then(create),
  together(list, read(at(0)), create, create, create, create),
  together(read(at(0)), copy, copy, copy),
  together(read(at(0)), read(at(1)), read(at(-1)), list, read(at(2))),
  then(replace(at(0)), 'nowhere'),
  together(list, read(at(0)), list, create),
  together(read(at(-1)), list, replace(at(0)), replace(at(1)), replace(at(2))),
  together(replace(at(0)), read(at(0)), read(at(0)), list, read(at(1))),
  together(replace(at(0), text(0)), read(at(0)), list, replace(at(0), text(1))),
  together(list, replace(at(0), text(2)), replace(at(0), text(2))),
  together(read(at(1)), create, replace(at(0))),
  together(read(at(0)), list, create, remove(at(1))),
  together(read(at(-1)), remove(at(1)), replace(at(0))),
  together(read(at(1)), replace(at(0)), remove(at(0))),
  together(read(at(1)), list, remove(at(0)), remove(at(0))),
  together(read(at(-1)), list, remove(at(0)), remove(at(1))),
]

/** Operations on one post before and after each other, and repeated. */
const onOne: readonly Step[] = [
  lists(2),
  then(create, 'both'),
  reads(near(0, 1), 2),
  reads(near(0, 2 ** 32)),
  ...boundaryIds.map((_, index) => reads({ kind: 'boundary', index })),
  then(replace(at(0)), 'both'),
  reads(at(0), 6),
  lists(4),
  then(replace(at(0), text(0)), 'nowhere'),
  then(replace(at(0), text(1)), 'both'),
  then(replace(at(0), like(at(0), { version: 0 })), 'both'),
  // Small changes, which a service must not ignore.
  ...[0, 5, 6].map((content) => then(replace(at(0), like(at(0), { content })), 'both')),
  then(replace(at(0), like(at(0), { near: true })), 'both'),
  then(replace(at(0), like(at(0)))),
  then(create, 'read'),
  then(remove(at(0)), 'both'),
  lists(2),
  then({ ...create, isChunked: true }, 'both'),
  then({ ...replace(at(-1)), isChunked: true }, 'both'),
]

/** The same on several posts, also equal and deleted ones. */
const onSeveral: readonly Step[] = [
  then(create, 'both'),
  then(replace(at(0), text(1)), 'both'),
  then(create, 'read'),
  then(copy, 'nowhere'),
  then(copy),
  then({ kind: 'create', texts: like(at(0), { content: 1 }) }),
  then(replace(at(0), text(2)), 'both'),
  // A write to one of two equal posts must not change the other.
  then(copy),
  then(replace(at(-1)), 'both'),
  then(copy),
  then(remove(at(-1))),
  then(replace(at(1), like(at(0)))),
  then(replace(at(0), text(1))),
  // A refused request must leave nothing to the next one.
  { kind: 'example', key: 'create/no-content' },
  then(create, 'both'),
  then(remove(at(1))),
  then(remove(deleted(-1))),
  reads(deleted(0), 2),
  then(replace(at(1)), 'both'),
  then(create),
  then(remove(deleted(0))),
  then(replace(deleted(0))),
  then({ kind: 'create', texts: like(deleted(0), { content: 1 }) }, 'both'),
  then({ kind: 'create', texts: like(deleted(0)) }, 'both'),
  reads(deleted(0)),
  then(remove(at(0)), 'nowhere'),
  then(remove(at(0)), 'nowhere'),
  then(remove(at(-1))),
  lists(2),
]

/**
 * Many posts, and changes of the first, the last and one in the middle: they show a list that is cut off, a service
 * that forgets old posts, and writes that only affect the first page.
 */
const crowd: readonly Step[] = [
  // Ids that the service has not assigned yet: a few creates later, it would.
  then(create),
  then(replace(near(-1, 4)), 'both'),
  then({ ...create, id: near(-1, 8) }, 'both'),
  many('create', 0, crowdSize),
  then(replace(at(-1), text(1)), 'both'),
  then(replace(at(0), text(1)), 'both'),
  many('replace', 0, specialRows.replace.length),
  then(remove(at(60)), 'both'),
  reads(begin(-1)),
  then(remove(begin(-1))),
  ...[9, 10, 99].map((index) => reads(at(index))),
  then(remove(at(-1))),
  then(remove(at(0)), 'nowhere'),
  then(create, 'both'),
]

/**
 * Looks without writes between them: where time makes no view right, only a look does, the service is not late but
 * wrong; and what was right before a look, and is wrong after it, the look has changed.
 */
const firstLooks: readonly Step[] = [
  then(create, 'nowhere'),
  then({ ...create, texts: markup }, 'nowhere'),
  then(create, 'nowhere'),
  then(copy, 'nowhere'),
  { kind: 'settle' },
  lists(3),
  reads(at(0)),
  lists(),
  reads(at(1), 3),
  lists(),
  then(remove(at(2)), 'nowhere'),
  { kind: 'settle' },
  lists(),
  reads(deleted(0)),
  lists(),
  reads(near(-1, 10), 2),
  reads(at(0)),
  lists(),
  then(replace(at(0)), 'nowhere'),
  { kind: 'settle' },
  reads(at(0)),
  lists(),
]

/** The sequences before the random ones: they find most faults, the simpler ones first. */
export const fixedSequences: readonly (readonly Step[])[] = [onOne, onSeveral, crowd, crossings, firstLooks]

/** From this number on fixed sequences are for services whose writes are visible late, and for reads that change something. */
export const firstOfLate = fixedSequences.indexOf(firstLooks)

/** How many steps the fixed sequences have at a service whose writes are visible at once. */
export const stepsOfFixed = fixedSequences.slice(0, firstOfLate).flat().length

/** Chooses among arbitraries, each with a weight. */
function some<Value>(...each: readonly (readonly [number, fc.Arbitrary<Value>])[]): fc.Arbitrary<Value> {
  return fc.oneof(...each.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

// First, last and only posts show most faults.
const anIndex = some([3, fc.constantFrom(0, -1)], [2, fc.integer({ min: 1, max: 5 })])
const aPost = anIndex.map(at)
const aDeleted = anIndex.map(deleted)
const anOffset = fc.constantFrom(-1, 1, 1, 2, 4, 10)
const unused = fc.oneof(
  aDeleted,
  fc.tuple(anIndex, anOffset).map((both) => near(...both)),
)
const aNumber = some([1, fc.nat({ max: 2 })], [2, fc.nat({ max: contents.length })])
const aVersion = fc.record(
  { version: fc.constantFrom(0, -1, -1, -2), near: fc.constant(true), content: aNumber },
  { requiredKeys: ['version'] },
)
const aLikeness = fc.tuple(some([2, aPost], [1, aDeleted]), aVersion).map((both) => like(...both))
const texts = some([5, aNumber.map(text)], [3, aLikeness])
const few = fc.constantFrom(1, 1, 1, 2, 3, 6)
const look = fc.constantFrom<Look>('list', 'list', 'nowhere', 'nowhere', 'read', 'both')

const creating = texts.map((each): Write => ({ kind: 'create', texts: each }))
const writingTo = (post: fc.Arbitrary<Target>) =>
  some([2, fc.tuple(post, texts).map((each) => replace(...each))], [1, post.map(remove)])
const writing = some([8, creating], [9, writingTo(aPost)])
const looking = (each: fc.Arbitrary<Write>) => fc.tuple(each, look).map((all) => then(...all))
const reading = (post: fc.Arbitrary<Target>) => fc.tuple(post, few).map((all) => reads(...all))

const single = some(
  [24, looking(writing)],
  [4, few.map(lists)],
  [6, reading(aPost)],
  [4, reading(unused)],
  [4, looking(writingTo(unused))],
)

/** The same write several times in a row. */
const burst = fc
  .tuple(looking(writing), fc.integer({ min: 2, max: 9 }))
  .map(([each, times]) => Array<Step>(times).fill(each))

/** Several clients, on one post or on any. */
const moveOn = (post: fc.Arbitrary<Target>) =>
  some<Move>([3, post.map(read)], [2, fc.constant(list)], [1, creating], [4, writingTo(post)])
const moves = fc.oneof(
  fc.array(moveOn(aPost), { minLength: 2, maxLength: 7 }),
  fc.array(moveOn(fc.constant(at(0))), { minLength: 2, maxLength: 4 }),
)
const atOnce = fc.tuple(fc.constantFrom(1, 3, 4), moves).map(([count, each]) => [
  ...Array<Step>(count).fill(then(create, 'nowhere')),
  // What is read concurrently is judged only if it was right before.
  reads(at(0)),
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
  // The sum of both would draw the sequences of the next seed too.
  const mixed = Math.floor(randomFrom(seed, number)() * seeds)
  const [random = []] = number < fixedSequences.length ? [] : fc.sample(drawn, { seed: mixed, numRuns: 1 })
  return { key: `sequence/${number}`, steps: fixedSequences[number] ?? random }
}
