import * as fc from 'fast-check'
import { shrinkCandidates } from './shrink-candidates.ts'
import type { BadBody, ClientMove, Look, Offset, ReadMove, Step, VersionPick, Write } from './step.ts'
import { contents } from './texts.ts'

// First, last and only posts show most faults.
const post = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
)
const text = fc.oneof(
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
  { weight: 2, arbitrary: fc.nat({ max: contents.length }) },
)
const few = fc.constantFrom(1, 1, 1, 2, 3, 6)
const look = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Look>('list') },
  { weight: 3, arbitrary: fc.constant<Look>('nowhere') },
  { weight: 2, arbitrary: fc.constant<Look>('read') },
  { weight: 1, arbitrary: fc.constant<Look>('both') },
)
const version = fc.constantFrom(0, -1, -1, -2)
const pick: fc.Arbitrary<VersionPick> = fc.record({
  among: fc.constantFrom('alive', 'alive', 'deleted'),
  at: post,
  version,
})

const create = fc.record({ do: fc.constant('create'), text })
const copy = fc.record(
  { do: fc.constant('copy'), of: pick, near: fc.constantFrom(false, false, true), text },
  { requiredKeys: ['do', 'of', 'near'] },
)
const replace = fc.record({ do: fc.constant('replace'), post, text })
const replaceAs = fc.record({ do: fc.constant('replace-as'), post, of: pick })
const remove = fc.record({ do: fc.constant('delete'), post })
const write = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 3, arbitrary: copy },
  { weight: 5, arbitrary: replace },
  { weight: 2, arbitrary: replaceAs },
  { weight: 3, arbitrary: remove },
) as fc.Arbitrary<Write>

function looking<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item & { readonly look: Look }> {
  return fc.tuple(item, look).map(([each, where]) => ({ ...each, look: where }))
}

const body = fc.constantFrom<BadBody>('cut-off', 'without-content', 'of-numbers')
const single = fc.oneof(
  { weight: 24, arbitrary: looking(write) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('list'), times: few }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read'), post, times: few }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read-deleted'), post, times: few }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read-near'),
      post,
      offset: fc.constantFrom<Offset>(-1, 1, 1, 2, 10, 'shorter', 'longer'),
      times: fc.constantFrom(1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read-far'), id: fc.nat({ max: 5 }) }) },
  { weight: 3, arbitrary: looking(fc.record({ do: fc.constant('repeat') })) },
  {
    weight: 3,
    arbitrary: looking(fc.record({ do: fc.constantFrom('delete-deleted', 'replace-deleted'), post })),
  },
  {
    weight: 2,
    arbitrary: looking(
      fc.record({ do: fc.constant('refused'), post: fc.oneof(post, fc.constant('new' as const)), body }),
    ),
  },
) as fc.Arbitrary<Step>

/** The same write several times in a row. */
const burst = fc
  .tuple(write, fc.integer({ min: 2, max: 9 }), look)
  .map(([each, times, where]) => Array.from({ length: times }, (): Step => ({ ...each, look: where })))

/** Many posts, fewer than in the fixed sequence. */
const crowd = fc
  .tuple(fc.integer({ min: 4, max: 40 }), fc.array(looking(write), { minLength: 1, maxLength: 6 }))
  .map(([count, steps]): Step[] => [{ do: 'many', count }, ...steps])

const creates = (count: number): Step[] =>
  Array.from({ length: count }, (_, at) => ({ do: 'create', text: contents.length + at, look: 'nowhere' }))

const concurrentReads: fc.Arbitrary<ReadMove[]> = fc.array(
  fc.oneof({ weight: 1, arbitrary: fc.constant<ReadMove>('list') }, { weight: 2, arbitrary: post }),
  { maxLength: 3 },
)
/** Concurrent writes: any, the same one several times, or different ones of one post. */
const writesAtOnce = fc.oneof(
  fc.array(write, { minLength: 2, maxLength: 6 }),
  fc.tuple(write, fc.integer({ min: 2, max: 4 })).map(([each, times]) => Array<Write>(times).fill(each)),
  fc
    .tuple(fc.array(fc.oneof(replace, replace, remove), { minLength: 2, maxLength: 4 }), post)
    .map(([writes, at]) => writes.map((each) => ({ ...each, post: at }))),
  fc.array(fc.oneof(replace, remove), { minLength: 2, maxLength: 4 }),
) as fc.Arbitrary<Write[]>
const together = fc.oneof(
  fc.tuple(writesAtOnce, concurrentReads),
  fc.tuple(fc.array(write, { minLength: 1, maxLength: 1 }), concurrentReads),
  fc.tuple(fc.constant([]), fc.constant<ReadMove[]>([0, 1, -1, 'list'])),
)
const crossing = fc
  .tuple(fc.constantFrom(1, 3, 4), together, look)
  .map(([count, [writes, looks], where]): Step[] => [
    ...creates(count),
    // A read is only certain to be wrong if it was right before.
    ...(where === 'list' || where === 'both' ? [{ do: 'list', times: 1 } as const] : []),
    { do: 'together', writes, looks },
  ])

/** Concurrent readers and writers of one post. */
const beside = fc
  .tuple(
    fc.array(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant<ClientMove>(0) },
          { weight: 2, arbitrary: fc.constant<ClientMove>('list') },
          { weight: 3, arbitrary: replace.map((each): ClientMove => ({ ...each, post: 0 })) },
          { weight: 1, arbitrary: fc.constant<ClientMove>({ do: 'delete', post: 0 }) },
          { weight: 1, arbitrary: fc.constant<ClientMove>({ do: 'create', text: 0 }) },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      { minLength: 2, maxLength: 4 },
    ),
    look,
  )
  .map(([clients, where]): Step[] => [
    { do: 'create', text: 0, look: where },
    { do: 'clients', clients },
  ])

/** Two posts with the same texts, and a write to one of them. */
const twins = fc
  .tuple(
    fc.constantFrom<Write>(
      { do: 'copy', of: { among: 'alive', at: 0, version: -1 }, near: false },
      { do: 'replace-as', post: -1, of: { among: 'alive', at: 0, version: -1 } },
    ),
    looking(fc.oneof(replace, remove, replaceAs)),
    fc.constantFrom(0, -1),
  )
  .map(([made, write, at]) => [...creates(2), { ...made, look: 'list' }, { ...write, post: at }] as Step[])

/** A write to the next id, and creates that reach it. */
const ahead = fc
  .record({ do: fc.constantFrom('replace-next', 'create-next'), post: fc.constant(-1), look })
  .map((step) => [...creates(1), step, ...creates(5)] as Step[])

const passage = fc.oneof(
  { weight: 16, arbitrary: single.map((step) => [step]) },
  { weight: 3, arbitrary: burst },
  { weight: 3, arbitrary: crossing },
  { weight: 1, arbitrary: beside },
  { weight: 1, arbitrary: twins },
  { weight: 1, arbitrary: ahead },
  { weight: 1, arbitrary: crowd },
)

/** Sequences of steps that can be shrunk. */
export class Sequences extends fc.Arbitrary<readonly Step[]> {
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
