import { noSeeder, type Seeder } from '../../handlers/seed/seeder.ts'

/** The seeder for posts. Faker takes 50 ms to load, so it is loaded only if needed. */
export async function seederFor(posts: number | readonly unknown[]): Promise<Seeder> {
  if (typeof posts !== 'number' || posts === 0) return noSeeder
  const { fakerSeeder } = await import('../../handlers/seed/faker-seeder.ts')
  return fakerSeeder
}
