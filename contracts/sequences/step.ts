import * as fc from 'fast-check'

/**
 * A write of a sequence. `post` picks one of the posts alive: 0 is the oldest, -1 the latest, others wrap around;
 * `text` picks one of the texts. After a `quiet` one nothing is looked at: the next step follows at once.
 */
export type Write = (
  | { readonly do: 'create'; readonly text: number }
  | { readonly do: 'create-equal'; readonly post: number }
  | { readonly do: 'create-near'; readonly post: number }
  | { readonly do: 'replace'; readonly post: number; readonly text: number }
  | { readonly do: 'delete'; readonly post: number }
) & { readonly quiet?: boolean }

/** A step of a sequence: a write, another look, a write that must change nothing, or several requests at once. */
export type Step =
  | Write
  | { readonly do: 'read'; readonly post: number }
  | { readonly do: 'read-near'; readonly post: number; readonly offset: number }
  | { readonly do: 'read-deleted'; readonly post: number }
  | { readonly do: 'delete-deleted'; readonly post: number }
  | { readonly do: 'replace-deleted'; readonly post: number }
  | { readonly do: 'create-bad' }
  | { readonly do: 'repeat' }
  | { readonly do: 'list' }
  | { readonly do: 'together'; readonly writes: readonly Write[]; readonly reads: readonly number[] }

// First, last and only posts are where services slip.
const post = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
)
const text = fc.nat({ max: 12 })
const quiet = fc.oneof(
  { weight: 2, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)

const create = fc.record({ do: fc.constant('create' as const), text, quiet })
const createEqual = fc.record({ do: fc.constant('create-equal' as const), post, quiet })
const createNear = fc.record({ do: fc.constant('create-near' as const), post, quiet })
const replace = fc.record({ do: fc.constant('replace' as const), post, text, quiet })
const remove = fc.record({ do: fc.constant('delete' as const), post, quiet })
const write = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 2, arbitrary: createEqual },
  { weight: 1, arbitrary: createNear },
  { weight: 5, arbitrary: replace },
  { weight: 3, arbitrary: remove },
)
const together = fc.record({
  do: fc.constant('together' as const),
  writes: fc.array(write, { maxLength: 5 }),
  reads: fc.array(post, { maxLength: 3 }),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: write },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), post }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('read-near' as const),
      post,
      offset: fc.constantFrom(-1, 1, 2, 10, 100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read-deleted' as const), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete-deleted' as const), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace-deleted' as const), post }) },
  { weight: 1, arbitrary: fc.constant({ do: 'create-bad' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'repeat' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'list' as const }) },
  { weight: 3, arbitrary: together },
)

/** Sequences of steps, most of them long enough for something to go wrong late. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 3,
  maxLength: 25,
  size: 'max',
})
