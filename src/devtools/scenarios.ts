import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { hostilePosts } from './hostile-posts.ts'
import { faultsOf, networkScenarios, type Scenario } from './network-scenarios.ts'
import { watchOf } from './world-watch.ts'

interface PostsScenario extends Scenario {
  /** Changes the posts, in one step to undo. */
  readonly enter: (world: World, seeder: Seeder) => Promise<void> | void
}

const posts: readonly PostsScenario[] = [
  {
    id: 'empty',
    name: 'No posts',
    about: 'The first day of a new blog.',
    enter: ({ store }) => store.restore({ posts: [], ids: store.snapshot().ids }),
  },
  {
    id: 'thousand',
    name: '1,000 posts',
    about: 'A very long list.',
    enter: (world, seeder) => watchOf(world).addPosts(1000 - world.store.count, seeder),
  },
  {
    id: 'hostile',
    name: 'Hostile texts',
    about: 'Titles of one long word, right to left, markup, nothing at all.',
    enter: ({ store, profile, seed }) => store.restore(hostilePosts(profile, seed)),
  },
]

/** Scenarios of the network, of which one is active, and of the posts, which are applied once. */
export const scenarios: { readonly network: readonly Scenario[]; readonly posts: readonly Scenario[] } = {
  network: networkScenarios.map(described),
  posts: posts.map(described),
}

/**
 * Starts a scenario in a world.
 *
 * @param loadSeeder loads the seeder; called only if it is needed.
 * @throws UnderstudyError `OPTION_INVALID` for an unknown scenario.
 */
export async function enterScenario(
  world: World,
  id: string,
  loadSeeder: () => Promise<Seeder>,
): Promise<void> {
  const network = networkScenarios.find((each) => each.id === id)
  const found = posts.find((each) => each.id === id)
  if (network) {
    world.faults.clear()
    world.faults.settings = faultsOf(network)
  } else if (found) {
    await found.enter(world, await loadSeeder())
  } else {
    const names = [...networkScenarios, ...posts].map((each) => each.id)
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Unknown scenario ${JSON.stringify(id)}. Scenarios: ${names.join(', ')}.`,
    )
  }
}

function described({ id, name, about }: Scenario): Scenario {
  return { id, name, about }
}
