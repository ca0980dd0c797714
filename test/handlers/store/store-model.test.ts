import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeProfile, type Profile } from '../../../handlers/choices/profile.ts'
import type { PostFields, PostId } from '../../../handlers/model/post.ts'
import { PostStore } from '../../../handlers/store/post-store.ts'
import { seedPosts } from '../../../handlers/store/seeding.ts'
import type { Snapshot } from '../../../handlers/store/snapshot.ts'
import { nextId } from '../../behaviour/oracle/next-id.ts'
import { seed } from '../../support/arbitrary-profile.ts'

/** What a plain map would hold, and which ids it has seen. */
interface Memory {
  posts: Map<bigint, PostFields>
  everUsed: Set<bigint>
  brought: Set<bigint>
}

interface Model extends Memory {
  profile: Profile
  kept: Memory | undefined
  initial: Memory
}

interface Real {
  store: PostStore
  kept: Snapshot | undefined
  /** Writes that were not awaited, each with what it must settle as. */
  underWay: { write: Promise<unknown>; expected: unknown }[]
}

type Command = fc.AsyncCommand<Model, Real>

const copy = ({ posts, everUsed, brought }: Memory): Memory => ({
  posts: new Map(posts),
  everUsed: new Set(everUsed),
  brought: new Set(brought),
})
const idOf = (id: bigint): PostId => (Number.isSafeInteger(Number(id)) ? Number(id) : id)
const whole = (id: bigint, { title, content }: PostFields) => ({ id: idOf(id), title, content })

async function settle(real: Real): Promise<void> {
  for (const { write, expected } of real.underWay) expect(await write).toEqual(expected)
  real.underWay = []
}

/** A command that writes; what it writes is told in the order of the calls, awaited or not. */
function write(name: string, run: (model: Model, real: Real) => void | Promise<void>): Command {
  return { check: () => true, run: async (model, real) => run(model, real), toString: () => name }
}

function create(fields: PostFields): Command {
  return write(`create ${fields.title}`, async (model, real) => {
    const promised = nextId(model.profile, { ...model, inUse: new Set(model.posts.keys()) })
    const made = real.store.create(fields)
    let id = 'is' in promised ? promised.is : undefined
    if (id === undefined) {
      id = BigInt((await made)?.id ?? 0)
      expect([id, 'fits' in promised && promised.fits(id)]).toEqual([id, true])
    }
    model.posts.set(id, fields)
    model.everUsed.add(id)
    real.underWay.push({ write: made, expected: whole(id, fields) })
  })
}

function bring(id: bigint, fields: PostFields): Command {
  return write(`create ${fields.title} as ${id}`, (model, real) => {
    const isTaken = model.posts.has(id)
    real.underWay.push({
      write: real.store.create(fields, { id: idOf(id) }),
      expected: isTaken ? undefined : whole(id, fields),
    })
    if (!isTaken) remember(model, id, fields)
  })
}

function remember(model: Model, id: bigint, fields: PostFields): void {
  if (!model.posts.has(id)) model.brought.add(id)
  model.posts.set(id, fields)
  model.everUsed.add(id)
}

/** The id at a place, or one that no post has. */
const at = ({ posts }: Model, place: number): bigint =>
  [...posts.keys()][place % (posts.size + 1)] ?? 424_242n

function put(place: number, fields: PostFields): Command {
  return write(`put at ${place} ${fields.title}`, (model, real) => {
    const id = at(model, place)
    real.underWay.push({ write: real.store.put(idOf(id), fields), expected: whole(id, fields) })
    remember(model, id, fields)
  })
}

function remove(place: number): Command {
  return write(`delete at ${place}`, (model, real) => {
    const id = at(model, place)
    const fields = model.posts.get(id)
    real.underWay.push({ write: real.store.delete(idOf(id)), expected: fields && whole(id, fields) })
    model.posts.delete(id)
  })
}

const look = write('settle and look', async (model, real) => {
  await settle(real)
  expect(real.store.list()).toEqual([...model.posts].map(([id, fields]) => whole(id, fields)))
  expect(real.store.count).toBe(model.posts.size)
  for (const [id, fields] of model.posts) expect(real.store.read(idOf(id))).toEqual(whole(id, fields))
})

const snapshot = write('settle and take a snapshot', async (model, real) => {
  await settle(real)
  real.kept = real.store.snapshot()
  model.kept = copy(model)
})

const restore = write('restore', (model, real) => {
  if (!real.kept || !model.kept) return
  real.store.restore(real.kept)
  Object.assign(model, copy(model.kept))
})

const reset = write('reset', (model, real) => {
  real.store.reset()
  Object.assign(model, copy(model.initial))
})

const fields = fc.record({ title: fc.string({ maxLength: 5 }), content: fc.string({ maxLength: 5 }) })
const place = fc.nat(400)
const commands = fc.commands(
  [
    fields.map(create),
    fields.map(create),
    fc.tuple(fc.bigInt({ min: -4n, max: 1010n }), fields).map(([id, sent]) => bring(id, sent)),
    fc.tuple(place, fields).map(([where, sent]) => put(where, sent)),
    place.map(remove),
    place.map(remove),
    fc.constantFrom(look, snapshot, restore, reset),
  ],
  { maxCommands: 60 },
)

const policies = (['sequential', 'unordered', 'beyond-2^53', { from: 1000 }] as const).flatMap((assignment) =>
  (['never', 'highest-plus-one', 'lowest-free'] as const).map((reuse) =>
    completeProfile({ 'id.assignment': assignment, 'id.reuse': reuse }),
  ),
)

function begin(profile: Profile, count: number): { model: Model; real: Real } {
  const start = seedPosts({ posts: count, seed: 1, profile })
  const store = new PostStore({ profile: () => profile, seed: 1, initial: start, now: Date.now })
  const posts = new Map(start.posts.map(({ id, title, content }) => [BigInt(id), { title, content }]))
  const initial = { posts, everUsed: new Set(posts.keys()), brought: new Set<bigint>() }
  return {
    model: { profile, kept: undefined, initial, ...copy(initial) },
    real: { store, kept: undefined, underWay: [] },
  }
}

test.each(policies.map((profile) => [profile['id.assignment'], profile['id.reuse'], profile] as const))(
  'is a plain map to whoever looks, with ids %o reused %s',
  async (_assignment, _reuse, profile) => {
    await fc.assert(
      fc.asyncProperty(commands, fc.constantFrom(0, 3, 255, 258), async (steps, count) => {
        const { model, real } = begin(profile, count)
        await fc.asyncModelRun(() => ({ model, real }), [...steps, look])
      }),
      { seed, numRuns: 25 },
    )
  },
)
