import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { watchOf } from './world-watch.ts'

/** Adds seeded posts to a world, as one step to undo. */
export async function addPosts(world: World, count: number, seeder: Seeder): Promise<void> {
  await watchOf(world).asOneStep(async () => {
    for (let left = count; left > 0; left--) await world.store.create((id) => seeder(world.seed, id))
  })
}
