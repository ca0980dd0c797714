import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { Faults } from '../../handlers/faults/faults.ts'
import type { Journal } from '../../handlers/journal/journal.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'
import { createPostsFace, type PostsFace } from './posts-face.ts'

/** What one can do with a world, wherever it answers: arrange, break, look back, begin anew. */
export interface WorldFace {
  /** The posts, past HTTP and past the profile's rules for input. */
  readonly posts: PostsFace
  readonly faults: Faults
  readonly journal: Journal
  /** The profile in force. */
  readonly profile: Profile
  /** Follows another profile from the next request on; the posts stay. A reset goes back to the first one. */
  useProfile(profile: ProfileOption | Profile): void
  /** Goes back to the beginning: first posts, first profile, no faults, an empty journal. The next operation sees it. */
  reset(): void
  /** The posts of this moment; no later write changes it. Plain data. */
  snapshot(): Snapshot
  /** Goes back to a snapshot of the posts. The next operation sees it. */
  restore(snapshot: Snapshot): void
  /** The world behind it, for hosts. */
  readonly world: World
}

export function createWorldFace(world: World): WorldFace {
  return {
    world,
    posts: createPostsFace(world),
    faults: world.faults,
    journal: world.journal,
    get profile() {
      return world.profile
    },
    useProfile: (profile) => world.follow(profile),
    reset: () => world.reset(),
    snapshot: () => world.store.snapshot(),
    restore: (snapshot) => world.store.restore(snapshot),
  }
}
