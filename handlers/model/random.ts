import type { PostId } from './post.ts'

/** Seeds are integers from 0 to below this. */
export const seeds = 2 ** 31

/**
 * A random source of numbers from 0 (included) to 1 (excluded) that depends only on the seed and the parts: a value from (seed,
 * id, name of the field) does not depend on other fields, posts or the order. Parts are converted to text: `7`, `7n` and `'7'`
 * are the same part, and an id beyond 2^53 is not rounded.
 *
 * The hash is xmur3 (MurmurHash3's mixing over text) and the generator mulberry32, both in the public domain:
 * https://github.com/bryc/code/blob/master/jshash/PRNGs.md
 *
 * @example
 * const random = randomFrom(1, 7, 'likes')
 * const likes = Math.floor(random() * 100)
 */
export function randomFrom(seed: number, ...parts: readonly (string | PostId)[]): () => number {
  let state = hashText(0, `${seed}`)
  for (const part of parts) state = hashText(state, `${part}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function hashText(start: number, text: string): number {
  // Includes the lengths, so that the parts 'ab', 'c' and 'a', 'bc' differ.
  let hash = start ^ 0x6a09e667 ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0xcc9e2d51)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
