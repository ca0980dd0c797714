import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { addPosts } from './add-posts.ts'
import { hostilePosts } from './hostile-posts.ts'
import { faultsOf, networkScenarios, type Scenario } from './network-scenarios.ts'

interface PostsScenario extends Scenario {
  /** What becomes of the posts; each in one step to undo. */
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
    about: 'A list that nobody wants to scroll.',
    enter: (world, seeder) => addPosts(world, Math.max(0, 1000 - world.store.count), seeder),
  },
  {
    id: 'hostile',
    name: 'Hostile texts',
    about: 'Titles of one long word, right to left, markup, nothing at all.',
    enter: ({ store, profile, seed }) => store.restore(hostilePosts(profile, seed)),
  },
]

/** How the network is, of which one holds; and what the posts are, which is done once. */
export const scenarios: { readonly network: readonly Scenario[]; readonly posts: readonly Scenario[] } = {
  network: networkScenarios.map(described),
  posts: posts.map(described),
}

/**
 * Puts a world into a situation.
 *
 * @param loadSeeder makes the posts that are added; called only where some are.
 * @throws UnderstudyError `OPTION_INVALID` for what is not a scenario.
 */
export async function enterScenario(
  world: World,
  id: string,
  loadSeeder: () => Promise<Seeder>,
): Promise<void> {
  const network = networkScenarios.find((each) => each.id === id)
  const scene = posts.find((each) => each.id === id)
  if (network) {
    world.faults.clear()
    world.faults.settings = faultsOf(network)
  } else if (scene) {
    await scene.enter(world, await loadSeeder())
  } else {
    const names = [...networkScenarios, ...posts].map((each) => each.id)
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to enter the scenario ${JSON.stringify(id)}: there is none. There are ${names.join(', ')}.`,
    )
  }
}

function described({ id, name, about }: Scenario): Scenario {
  return { id, name, about }
}
