import type { StoredPost } from '../model/post.ts'
import type { IdMemory } from './ids.ts'

/**
 * The posts at one moment, oldest insertion first, and the state of the assignment of ids. Plain data, frozen
 * posts.
 */
export interface Snapshot {
  readonly posts: readonly StoredPost[]
  readonly ids: IdMemory
}

/** A snapshot whose posts cannot change; those that could, such as from a file, are copied. */
export function frozen({ posts, ids }: Snapshot): Snapshot {
  return { posts: posts.map((post) => (Object.isFrozen(post) ? post : freeze(structuredClone(post)))), ids }
}

/** Freezes plain data with all that is in it. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
