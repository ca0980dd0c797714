import { noSeeder, type Seeder } from '../../handlers/seed/seeder.ts'
import { type InitialPost, seedPosts } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'

/** The seeder that posts need. Faker takes 50 ms to load, so it comes only where posts are made up. */
export async function seederFor(posts: number | readonly InitialPost[]): Promise<Seeder> {
  if (typeof posts !== 'number' || posts === 0) return noSeeder
  const { fakerSeeder } = await import('../../handlers/seed/faker-seeder.ts')
  return fakerSeeder
}

/**
 * Makes other posts the ones that a world begins with, and begins.
 * @throws UnderstudyError `POSTS_INVALID`
 */
export async function seedWorld(
  world: World,
  posts: number | readonly InitialPost[],
  seed: number,
): Promise<void> {
  const { profile } = world
  world.store.begin(seedPosts({ posts, seed, profile, seeder: await seederFor(posts) }))
}
