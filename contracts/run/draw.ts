import * as fc from 'fast-check'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { fixedSequences } from './fixed-sequences.ts'
import { shrinkCandidates } from './shrink-candidates.ts'
import type { Look, Move, Offset, Step, Target, Texts, Write } from './step.ts'
import { contents, specialRows } from './texts.ts'

// First, last and only posts show most faults.
const index = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
)
const deleted = fc.record({ deleted: index })
const near = fc.record({
  near: index,
  offset: fc.constantFrom<Offset>(-1, 1, 1, 2, 10, 'shorter', 'longer'),
})
const text = fc.oneof(
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
  { weight: 2, arbitrary: fc.nat({ max: contents.length }) },
)
const few = fc.constantFrom(1, 1, 1, 2, 3, 6)
const look = fc.constantFrom<Look>(
  ...Array<Look>(4).fill('list'),
  ...Array<Look>(3).fill('nowhere'),
  ...Array<Look>(2).fill('read'),
  'both',
)
const version = fc.constantFrom(0, -1, -1, -2)
const like = fc.oneof(
  { weight: 2, arbitrary: fc.record({ like: index, version }) },
  { weight: 1, arbitrary: fc.record({ like: deleted, version }) },
)
const copied = fc.oneof(
  { weight: 2, arbitrary: like },
  { weight: 1, arbitrary: fc.tuple(like, text).map(([each, content]) => ({ ...each, content })) },
  { weight: 1, arbitrary: like.map((each) => ({ ...each, near: true })) },
)

const create = (texts: fc.Arbitrary<Texts>) => texts.map((each): Write => ({ do: 'create', texts: each }))
const replace = (post: fc.Arbitrary<Target>, texts: fc.Arbitrary<Texts>) =>
  fc.tuple(post, texts).map(([target, each]): Write => ({ do: 'replace', post: target, texts: each }))
const remove = (post: fc.Arbitrary<Target>) => post.map((target): Write => ({ do: 'delete', post: target }))
const write = fc.oneof(
  { weight: 5, arbitrary: create(text) },
  { weight: 3, arbitrary: create(copied) },
  { weight: 5, arbitrary: replace(index, text) },
  { weight: 2, arbitrary: replace(index, like) },
  { weight: 3, arbitrary: remove(index) },
)
const looking = (each: fc.Arbitrary<Write>) =>
  fc.tuple(each, look).map(([made, where]): Step => ({ ...made, look: where }))
const reading = (post: fc.Arbitrary<Target>) =>
  fc.tuple(post, few).map(([target, times]): Step => ({ do: 'read', post: target, times }))

const single = fc.oneof(
  { weight: 24, arbitrary: looking(write) },
  { weight: 4, arbitrary: few.map((times): Step => ({ do: 'list', times })) },
  { weight: 6, arbitrary: reading(index) },
  { weight: 2, arbitrary: reading(deleted) },
  { weight: 2, arbitrary: reading(near) },
  { weight: 3, arbitrary: looking(fc.oneof(remove(deleted), replace(deleted, fc.constant(0)))) },
)

const creates = (count: number) =>
  Array.from({ length: count }, (): Step => ({ do: 'create', texts: contents.length, look: 'nowhere' }))

/** The same write several times in a row. */
const burst = fc
  .tuple(looking(write), fc.integer({ min: 2, max: 9 }))
  .map(([each, times]) => Array<Step>(times).fill(each))

/** Many posts, fewer than in the fixed sequence. */
const crowd = fc
  .tuple(fc.integer({ min: 4, max: 40 }), fc.array(looking(write), { minLength: 1, maxLength: 6 }))
  .map(([count, steps]): Step[] => [
    { do: 'many', write: 'create', from: specialRows.create.length, count },
    ...steps,
  ])

/** Several clients with one request, or more: any writes, the same one, or writes and reads of one post. */
const first = fc.constant(0)
const ofFirst: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Move>({ do: 'read', post: 0 }) },
  { weight: 2, arbitrary: fc.constant<Move>({ do: 'list' }) },
  { weight: 3, arbitrary: replace(first, text) },
  { weight: 1, arbitrary: remove(first) },
  { weight: 1, arbitrary: create(text) },
)
const reads: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.constant<Move>({ do: 'list' }),
    index.map((post): Move => ({ do: 'read', post })),
  ),
  { maxLength: 3 },
)
const writes = fc.oneof(
  fc.array(write, { minLength: 1, maxLength: 6 }),
  fc.tuple(write, fc.integer({ min: 2, max: 4 })).map(([each, times]) => Array<Write>(times).fill(each)),
  fc.array(fc.oneof(replace(index, text), remove(index)), { minLength: 2, maxLength: 4 }),
)
const clients = fc.oneof(
  fc.tuple(reads, writes).map((moves) => moves.flat().map((move): Move[] => [move])),
  fc.array(fc.array(ofFirst, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
)
const atOnce = fc.tuple(fc.constantFrom(1, 3, 4), clients).map(([count, each]): Step[] => [
  ...creates(count),
  // What is read concurrently is judged only if it was right before.
  { do: 'read', post: 0, times: 1 },
  { do: 'list', times: 1 },
  { do: 'at once', clients: each },
])

/** Two posts with the same texts, and a write to one of them. */
const same: Texts = { like: 0, version: -1 }
const twins = fc
  .tuple(
    fc.constantFrom<Write>({ do: 'create', texts: same }, { do: 'replace', post: -1, texts: same }),
    looking(
      fc.constantFrom(0, -1).chain((at) => fc.oneof(replace(fc.constant(at), text), remove(fc.constant(at)))),
    ),
  )
  .map(([made, written]): Step[] => [...creates(2), { ...made, look: 'list' }, written])

/** A write to the next id, and creates that reach it. */
const next: Target = { near: -1, offset: 4 }
const ahead = fc
  .constantFrom<Write>({ do: 'replace', post: next, texts: 0 }, { do: 'create', texts: 0, id: next })
  .map((made): Step[] => [...creates(1), { ...made, look: 'both' }, ...creates(5)])

const passage = fc.oneof(
  { weight: 16, arbitrary: single.map((step) => [step]) },
  { weight: 3, arbitrary: burst },
  { weight: 4, arbitrary: atOnce },
  { weight: 1, arbitrary: twins },
  { weight: 1, arbitrary: ahead },
  { weight: 1, arbitrary: crowd },
)

/** Sequences of steps that can be shrunk. */
class Sequences extends fc.Arbitrary<readonly Step[]> {
  readonly #passages = fc.array(passage, { minLength: 2, maxLength: 16, size: 'max' })

  override generate(random: fc.Random, bias: number | undefined): fc.Value<readonly Step[]> {
    return new fc.Value(this.#passages.generate(random, bias).value.flat(), undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Step[] {
    return Array.isArray(value)
  }

  override shrink(steps: readonly Step[]): fc.Stream<fc.Value<readonly Step[]>> {
    return fc.stream(shrinkCandidates(steps)[Symbol.iterator]()).map((each) => new fc.Value(each, undefined))
  }
}

/** Every sequence: the fixed ones, then random ones by a seed. */
export const sequences: fc.Arbitrary<readonly Step[]> = new Sequences()
/** The fixed sequences in the form of fast-check. */
export const fixedExamples = fixedSequences.map((steps): [readonly Step[]] => [steps])

/** Sequences are drawn in batches: to reach one, all before it are drawn. */
const batch = 64

/** Every sequence of a seed, in order; endless. */
export function* sequencesOf(seed: number): Generator<readonly Step[], never> {
  for (let from = 0; ; from += batch) yield* sample(seed, String(from), batch)
}

/** The sequence of a path: its number, and how it was shrunk. @throws UnderstudyError `OPTION_INVALID` */
export function sequenceAt(seed: number, path: string): readonly Step[] {
  const [steps] = /^\d+(?::\d+)*$/.test(path) ? sample(seed, path, 1) : []
  if (steps) return steps
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to run --only sequence/${path}: seed ${seed} has no such sequence. Pass the seed and the key of the report to the same version of posts-understudy.`,
  )
}

function sample(seed: number, path: string, numRuns: number): readonly (readonly Step[])[] {
  return fc.sample(sequences, { seed, path, numRuns, examples: [...fixedSequences] })
}
