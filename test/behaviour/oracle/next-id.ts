import type { Profile } from '../../../handlers/choices/profile.ts'

/** What is known of a service's ids. */
export interface KnownIds {
  readonly inUse: ReadonlySet<bigint>
  /** Whatever id a post has or had. */
  readonly everUsed: ReadonlySet<bigint>
  /** Ids that a client brought: where they leave the sequence is open. */
  readonly brought: ReadonlySet<bigint>
}

/** What the id of the next post may be: one id alone, or any of which a condition is true. */
export type NextId = { readonly is: bigint } | { readonly fits: (id: bigint) => boolean }

const highestInt64 = 2n ** 63n - 1n

/** Says what `id.assignment` and `id.reuse` promise of the next id. */
export function nextId(profile: Pick<Profile, 'id.assignment' | 'id.reuse'>, known: KnownIds): NextId {
  const { 'id.assignment': assignment, 'id.reuse': reuse } = profile
  const isNew = (id: bigint) => isInt64(id) && !(reuse === 'never' ? known.everUsed : known.inUse).has(id)
  if (assignment === 'unordered') return { fits: (id) => id > 0n && isNew(id) }
  const first = firstOf(assignment)
  if (reuse === 'lowest-free') {
    let id = first
    while (known.inUse.has(id)) id++
    return { is: id }
  }
  if (reuse === 'never' && known.brought.size > 0) return { fits: (id) => id >= first && isNew(id) }
  const highest = highestOf(reuse === 'never' ? known.everUsed : known.inUse)
  if (highest === highestInt64) return { fits: isNew }
  return { is: highest === undefined || highest < first ? first : highest + 1n }
}

/** The lowest id that a service gives out on its own. */
function firstOf(assignment: Exclude<Profile['id.assignment'], 'unordered'>): bigint {
  if (typeof assignment === 'object') return BigInt(assignment.from)
  return assignment === 'sequential' ? 1n : 2n ** 53n + 1n
}

function highestOf(ids: ReadonlySet<bigint>): bigint | undefined {
  let highest: bigint | undefined
  for (const id of ids) if (highest === undefined || id > highest) highest = id
  return highest
}

/** Asks whether an integer is an int64. */
export function isInt64(id: bigint): boolean {
  return BigInt.asIntN(64, id) === id
}
