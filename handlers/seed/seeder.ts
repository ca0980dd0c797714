import type { PostFields, PostId } from '../model/post.ts'

/**
 * Creates the title and the content of a seeded post. They depend only on the seed and the id.
 *
 * @example
 * const shout: Seeder = (seed, id) => ({ title: `Post ${id}`, content: `Made of seed ${seed}.` })
 */
export type Seeder = (seed: number, id: PostId) => PostFields

/** For mocks whose posts are all given. */
export const noSeeder: Seeder = (_seed, id) => {
  throw new RangeError(`Failed to seed post ${id}: no seeder was loaded.`)
}
