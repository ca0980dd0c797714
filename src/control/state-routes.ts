import * as z from 'zod/mini'
import { type InitialPost, seedPosts } from '../../handlers/store/seeding.ts'
import { parseSnapshot } from '../../handlers/store/snapshot-data.ts'
import type { World } from '../../handlers/world/world.ts'
import { type ControlRoutes, readControlBody } from './control-route.ts'
import { limits } from './limits.ts'

const seedSchema = z.strictObject({
  posts: z._default(
    z.union([z.int().check(z.minimum(0), z.maximum(limits.posts)), z.array(z.unknown())], {
      error: 'expected a number of posts up to 100,000, or a list of posts',
    }),
    25,
  ),
  seed: z.optional(z.int()),
})

export const stateRoutes: ControlRoutes = {
  'POST /reset': {
    about: 'Resets the world: initial posts, profile and latency, no other fault, an empty journal.',
    perform({ world }) {
      world.reset()
      return countOf(world)
    },
  },
  'GET /snapshot': {
    about: 'The current posts: { posts, ids }.',
    perform: ({ world }) => world.store.snapshot(),
  },
  'PUT /snapshot': {
    takesPosts: true,
    about: 'Restores the posts of a snapshot; "ids" is optional.',
    perform({ world, body }) {
      world.store.restore(parseSnapshot(body, world))
      return countOf(world)
    },
  },
  'POST /seed': {
    takesPosts: true,
    about:
      'Restarts with other posts: { "posts": 100, "seed": 7 }, or { "posts": [{ "title", "content" }] }.',
    async perform({ world, body, seederFor }) {
      const { posts, seed = world.seed } = readControlBody(seedSchema, body ?? {})
      const seeder = await seederFor(posts)
      const { profile } = world
      world.store.begin(seedPosts({ posts: posts as number | InitialPost[], seed, profile, seeder }))
      return countOf(world)
    },
  },
}

function countOf({ store }: World): { posts: number } {
  return { posts: store.count }
}
