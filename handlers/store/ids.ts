import { firstId } from '../choices/answers.ts'
import type { Profile } from '../choices/profile.ts'
import { UnderstudyError } from '../model/errors.ts'
import { comparePostIds, nextPostId, type PostId } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'

type IdRules = Pick<Profile, 'id.assignment' | 'id.reuse'>

/** The state of the assignment: how many ids were drawn, and the highest id ever in use. */
export interface IdMemory<Id = PostId> {
  readonly drawn: number
  readonly highest?: Id | undefined
}

type Ids = ReadonlyMap<PostId, unknown>

const farEnd = 2n ** 63n - 2n ** 32n

/**
 * Returns the id of a new post.
 *
 * @param seed of ids without order.
 * @param inUse the ids of the posts that exist.
 * @param memory what the last draw returned.
 * @returns the id, and the memory for the next draw.
 */
export function drawId(rules: IdRules, seed: number, inUse: Ids, memory: IdMemory) {
  const { id, drawn } =
    rules['id.assignment'] === 'unordered'
      ? scattered(seed, inUse, memory.drawn)
      : { id: ascending(rules, inUse, memory), drawn: memory.drawn + 1 }
  return { id, memory: raised({ ...memory, drawn }, id) }
}

/**
 * Records an id that a client chose, so that it is not assigned again. Ids near the end of int64 are ignored: otherwise a single
 * request could use up all ids.
 */
export function remember(memory: IdMemory, id: PostId): IdMemory {
  return id >= farEnd ? memory : raised(memory, id)
}

/** The memory with this id as the highest, if it is higher. */
export function raised(memory: IdMemory, id: PostId): IdMemory {
  return memory.highest !== undefined && memory.highest >= id ? memory : { ...memory, highest: id }
}

function ascending(rules: IdRules, inUse: Ids, memory: IdMemory): PostId {
  const first = firstId(rules['id.assignment'])
  const highest =
    rules['id.reuse'] === 'highest-plus-one' ? [...inUse.keys()].sort(comparePostIds).at(-1) : memory.highest
  const isLowest = rules['id.reuse'] === 'lowest-free' || highest === undefined || highest < first
  // A client's id may be the last int64; then only lower ids are free.
  const id = freeFrom(isLowest ? first : nextPostId(highest), inUse) ?? freeFrom(first, inUse)
  if (id !== undefined) return id
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to draw an id: every int64 from ${first} is taken. Let "id.assignment" begin lower.`,
  )
}

function scattered(seed: number, inUse: Ids, drawn: number): { id: PostId; drawn: number } {
  let next = drawn
  let id: number
  do id = 1 + Math.floor(randomFrom(seed, 'unordered ids', next++)() * 2 ** 31)
  while (inUse.has(id))
  return { id, drawn: next }
}

/** The lowest free id from this one on; undefined if there is none. */
function freeFrom(first: PostId | undefined, inUse: Ids): PostId | undefined {
  let id = first
  while (id !== undefined && inUse.has(id)) id = nextPostId(id)
  return id
}
