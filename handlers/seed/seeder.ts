import type { PostFields, PostId } from '../model/post.ts'

/**
 * Makes the title and the content of a seeded post from a seed and an id, and from nothing else: the same two give the
 * same texts in any order, at any count and in any process.
 *
 * @example
 * const shout: Seeder = (seed, id) => ({ title: `Post ${id}`, content: `Made of seed ${seed}.` })
 */
export type Seeder = (seed: number, id: PostId) => PostFields

/** Stands where all posts are given and none is made up. */
export const noSeeder: Seeder = (_seed, id) => {
  throw new RangeError(`Failed to seed post ${id}: no seeder was loaded.`)
}
