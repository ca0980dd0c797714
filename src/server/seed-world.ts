import { noSeeder, type Seeder } from '../../handlers/seed/seeder.ts'
import { type InitialPost, seedPosts } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'

/** The seeder for posts. Faker takes 50 ms to load, so it is loaded only if needed. */
export async function seederFor(posts: number | readonly InitialPost[]): Promise<Seeder> {
  if (typeof posts !== 'number' || posts === 0) return noSeeder
  const { fakerSeeder } = await import('../../handlers/seed/faker-seeder.ts')
  return fakerSeeder
}

/**
 * Restarts a world with other initial posts.
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
