import * as z from 'zod/mini'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import { type InitialPost, parseSnapshot, seedPosts } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'
import { addPosts } from '../devtools/scenarios.ts'
import { mockPostsOf } from '../mock/mock-posts.ts'
import { ControlRefusal, type ControlRoutes, readControlBody } from './control-route.ts'
import { limits } from './limits.ts'

const fieldsSchema = z.strictObject({ title: z.string(), content: z.string() })
const moreSchema = z.strictObject({
  posts: z._default(z.int().check(z.minimum(1), z.maximum(limits.posts)), 10),
})
const seedSchema = z.strictObject({
  posts: z._default(
    z.union([z.int().check(z.minimum(0), z.maximum(limits.posts)), z.array(z.unknown())], {
      error: 'expected a number of posts up to 100,000, or a list of posts',
    }),
    25,
  ),
  seed: z.optional(z.int()),
})

/** Direct access to posts, without the profile's rules, faults and journal. */
export const postsRoutes: ControlRoutes = {
  'GET /posts': {
    about: 'The posts in the order of the list, directly: without faults and journal.',
    perform: ({ world }) => orderedPosts(world),
  },
  'GET /posts/:name': {
    about: 'The post with this id.',
    perform: ({ world, name }) => mockPostsOf(world).exact.read(idOf(name)) ?? noPost(name),
  },
  'POST /posts': {
    takesPosts: true,
    about: 'Adds a post: { "title", "content" }.',
    perform: ({ world, body }) => mockPostsOf(world).exact.create(readControlBody(fieldsSchema, body)),
  },
  'PUT /posts/:name': {
    takesPosts: true,
    about: 'Replaces the post with this id.',
    perform({ world, name, body }) {
      const fields = readControlBody(fieldsSchema, body)
      return mockPostsOf(world).exact.replace(idOf(name), fields)
    },
  },
  'DELETE /posts/:name': {
    about: 'Removes the post with this id.',
    async perform({ world, name }) {
      if (!(await mockPostsOf(world).exact.delete(idOf(name)))) noPost(name)
    },
  },
  'POST /more': {
    about: 'Adds readable posts: { "posts": 10 }.',
    async perform({ world, body }) {
      const { posts } = readControlBody(moreSchema, body ?? {})
      await addPosts(world, posts)
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
    async perform({ world, body }) {
      const { posts, seed = world.seed } = readControlBody(seedSchema, body ?? {})
      const { profile } = world
      world.store.begin(seedPosts({ posts: posts as number | InitialPost[], seed, profile }))
      return countOf(world)
    },
  },
}

function countOf({ store }: World): { posts: number } {
  return { posts: store.count }
}

function noPost(name: string): never {
  throw new ControlRefusal(404, `Post ${name} does not exist.`)
}

function idOf(text: string): PostId {
  const parsed = parsePostId(text)
  if ('id' in parsed) return parsed.id
  throw new ControlRefusal(400, `${JSON.stringify(text)} is not a post id: expected an int64 integer.`)
}
