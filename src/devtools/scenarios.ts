import type { FaultSettings } from '../../handlers/faults/fault-settings.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { seededPost } from '../../handlers/seed/seeded-post.ts'
import type { World } from '../../handlers/world/world.ts'
import { hostilePosts } from './hostile-posts.ts'

/** A situation for testing an app. */
export interface Scenario {
  readonly id: string
  readonly name: string
  /** A sentence that describes it. */
  readonly about: string
}

interface NetworkScenario extends Scenario {
  readonly faults: Partial<FaultSettings>
}

interface PostsScenario extends Scenario {
  readonly enter: (world: World) => Promise<void> | void
}

const quiet: FaultSettings = { offline: false, latency: {}, next: [], rate: {} }
const writeFails = { share: 1, fault: { status: 503 } }

const network: readonly NetworkScenario[] = [
  { id: 'normal', name: 'Normal', about: 'Every request is answered at once.', faults: {} },
  {
    id: 'slow',
    name: 'Slow',
    about: 'Each reply takes 0.8 to 2.5 seconds: a phone on a train.',
    faults: { latency: { any: { min: 800, max: 2500 } } },
  },
  {
    id: 'flaky',
    name: 'Flaky',
    about: 'Every fourth request is a 503, the others take up to 0.6 seconds.',
    faults: {
      latency: { any: { min: 100, max: 600 } },
      rate: { any: { share: 0.25, fault: { status: 503 } } },
    },
  },
  {
    id: 'lossy',
    name: 'Lossy',
    about: 'Every fourth reply is lost after the work was done: is it sent again, and done twice?',
    faults: { rate: { any: { share: 0.25, fault: 'reply-lost' } } },
  },
  {
    id: 'read-only',
    name: 'Read only',
    about: 'Reading works; create, replace and delete are 503.',
    faults: { rate: { create: writeFails, replace: writeFails, delete: writeFails } },
  },
  { id: 'offline', name: 'Offline', about: 'No request gets an answer.', faults: { offline: true } },
]

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
    enter: (world) => addPosts(world, 1000 - world.store.count),
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
  network: network.map(described),
  posts: posts.map(described),
}

function described({ id, name, about }: Scenario): Scenario {
  return { id, name, about }
}

/** The network scenario with these fault settings; undefined for custom settings. */
export function scenarioOf({ offline, latency, next, rate }: FaultSettings): string | undefined {
  const key = JSON.stringify({ offline, latency, next, rate })
  return network.find(({ faults }) => JSON.stringify({ ...quiet, ...faults }) === key)?.id
}

/**
 * Starts a scenario in a world.
 *
 * @throws UnderstudyError `OPTION_INVALID` for an unknown scenario.
 */
export async function enterScenario(world: World, id: string): Promise<void> {
  const ofNetwork = network.find((each) => each.id === id)
  const ofPosts = posts.find((each) => each.id === id)
  if (ofNetwork) {
    world.faults.clear()
    world.faults.settings = { ...quiet, ...ofNetwork.faults }
  } else if (ofPosts) {
    await ofPosts.enter(world)
  } else {
    const names = [...network, ...posts].map((each) => each.id)
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Unknown scenario ${JSON.stringify(id)}. Scenarios: ${names.join(', ')}.`,
    )
  }
}

/** Adds seeded posts. */
export async function addPosts({ store, seed }: World, count: number): Promise<void> {
  for (let left = count; left > 0; left--) await store.create((id) => seededPost(seed, id))
}
