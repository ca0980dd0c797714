import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { Faults } from '../../handlers/faults/faults.ts'
import type { Journal } from '../../handlers/journal/journal.ts'
import type { Snapshot } from '../../handlers/store/post-store.ts'
import type { World } from '../../handlers/world/world.ts'
import { type MockPosts, mockPostsOf } from './mock-posts.ts'

/** The operations on a world: posts, faults, journal, profile, reset and snapshots. */
export interface WorldHandle {
  /** The posts, without HTTP and without the profile's rules for input. */
  readonly posts: MockPosts
  readonly faults: Faults
  readonly journal: Journal
  /** The current profile. */
  readonly profile: Profile
  /** Changes the profile from the next request on; the posts stay. A reset restores the initial profile. */
  useProfile(profile: ProfileOption | Profile): void
  /**
   * Restores the initial state: initial posts and profile, no faults, an empty journal. Effective from the next
   * operation.
   */
  reset(): void
  /** The current posts as plain data; later writes do not change it. */
  snapshot(): Snapshot
  /** Restores the posts of a snapshot. Effective from the next operation. */
  restore(snapshot: Snapshot): void
  /** The internal world, for hosts. */
  readonly world: World
}

export function createWorldHandle(world: World): WorldHandle {
  return {
    world,
    posts: mockPostsOf(world),
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
