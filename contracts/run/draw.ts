import * as fc from 'fast-check'
import { fixedSequences } from './fixed-sequences.ts'
import type { Scenario } from './run-scenarios.ts'
import type { Look, Move, Step, Target, Write } from './step.ts'
import { contents, specialRows } from './texts.ts'

// First, last and only posts show most faults.
const index = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
)
const deleted = fc.record({ deleted: index })
const near = fc.record({
  near: index,
  offset: fc.constantFrom(-1, 1, 1, 2, 4, 10),
})
const text = fc.oneof(
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
  { weight: 2, arbitrary: fc.nat({ max: contents.length }) },
)
const like = fc.record(
  {
    like: fc.oneof({ weight: 2, arbitrary: index }, { weight: 1, arbitrary: deleted }),
    version: fc.constantFrom(0, -1, -1, -2),
    near: fc.constant(true),
    content: text,
  },
  { requiredKeys: ['like', 'version'] },
)
const texts = fc.oneof({ weight: 5, arbitrary: text }, { weight: 3, arbitrary: like })
const few = fc.constantFrom(1, 1, 1, 2, 3, 6)
const look = fc.constantFrom<Look>('list', 'list', 'nowhere', 'nowhere', 'read', 'both')

const create = texts.map((each): Write => ({ do: 'create', texts: each }))
const writeTo = (post: fc.Arbitrary<Target>) =>
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(post, texts)
        .map(([target, each]): Write => ({ do: 'replace', post: target, texts: each })),
    },
    { weight: 1, arbitrary: post.map((target): Write => ({ do: 'delete', post: target })) },
  )
const write = fc.oneof({ weight: 8, arbitrary: create }, { weight: 9, arbitrary: writeTo(index) })
const looking = (each: fc.Arbitrary<Write>) =>
  fc.tuple(each, look).map(([made, where]): Step => ({ ...made, look: where }))
const reading = (post: fc.Arbitrary<Target>) =>
  fc.tuple(post, few).map(([target, times]): Step => ({ do: 'read', post: target, times }))

const single = fc.oneof(
  { weight: 24, arbitrary: looking(write) },
  { weight: 4, arbitrary: few.map((times): Step => ({ do: 'list', times })) },
  { weight: 6, arbitrary: reading(index) },
  { weight: 4, arbitrary: reading(fc.oneof(deleted, near)) },
  { weight: 4, arbitrary: looking(writeTo(fc.oneof(deleted, near))) },
)

/** The same write several times in a row. */
const burst = fc
  .tuple(looking(write), fc.integer({ min: 2, max: 9 }))
  .map(([each, times]) => Array<Step>(times).fill(each))

/** Many posts, fewer than in the fixed sequence. */
const crowd = fc
  .integer({ min: 4, max: 40 })
  .map((count): Step[] => [{ do: 'many', write: 'create', from: specialRows.create.length, count }])

/** Several clients, on one post or on any. */
const first = fc.constant(0)
const moveOn = (post: fc.Arbitrary<number>) =>
  fc.oneof(
    { weight: 3, arbitrary: post.map((each): Move => ({ do: 'read', post: each })) },
    { weight: 2, arbitrary: fc.constant<Move>({ do: 'list' }) },
    { weight: 1, arbitrary: create },
    { weight: 4, arbitrary: writeTo(post) },
  )
const moves = fc.oneof(
  fc.array(moveOn(index), { minLength: 2, maxLength: 7 }),
  fc.array(moveOn(first), { minLength: 2, maxLength: 4 }),
)
const atOnce = fc.tuple(fc.constantFrom(1, 3, 4), moves).map(([count, each]): Step[] => [
  ...Array<Step>(count).fill({ do: 'create', texts: contents.length, look: 'nowhere' }),
  // What is read concurrently is judged only if it was right before.
  { do: 'read', post: 0, times: 1 },
  { do: 'list', times: 1 },
  { do: 'at once', moves: each },
])

const passage = fc.oneof(
  { weight: 16, arbitrary: single.map((step) => [step]) },
  { weight: 3, arbitrary: burst },
  { weight: 4, arbitrary: atOnce },
  { weight: 1, arbitrary: crowd },
)

const drawn = fc.array(passage, { minLength: 2, maxLength: 16, size: 'max' }).map((each) => each.flat())

/** The sequence with a number: a fixed one, or a random one of a seed. */
export function sequenceAt(seed: number, number: number): Scenario {
  const [random = []] =
    number < fixedSequences.length ? [] : fc.sample(drawn, { seed: seed + number, numRuns: 1 })
  return { key: `sequence/${number}`, steps: fixedSequences[number] ?? random }
}
