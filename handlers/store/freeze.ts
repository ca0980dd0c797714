import type { StoredPost } from '../model/post.ts'

/** Freezes a post and whatever its extra fields hold. */
export function freeze(post: StoredPost): StoredPost {
  for (const value of Object.values(post)) if (typeof value === 'object' && value !== null) freezeDeep(value)
  return Object.freeze(post)
}

function freezeDeep(value: object): void {
  for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) freezeDeep(item)
  Object.freeze(value)
}
