import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { watchOf } from './world-watch.ts'

/** Adds readable posts to those of a world: the ones it would have begun with, had it begun with more. One step to undo. */
export async function addPosts(world: World, count: number, seeder: Seeder): Promise<void> {
  await watchOf(world).asOneStep(async () => {
    for (let left = count; left > 0; left--) await world.store.create((id) => seeder(world.seed, id))
  })
}
