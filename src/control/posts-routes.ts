import { type PostFields, type PostId, parsePostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import { type InitialPost, parseSnapshot, seedPosts } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'
import { addPosts } from '../devtools/scenarios.ts'
import { mockPostsOf } from '../mock/mock-posts.ts'
import { type ControlRoutes, fieldsIn } from './control-route.ts'
import { limits } from './limits.ts'
import { Refusal } from './refuse.ts'

const textNames = { title: true, content: true } as const

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
    perform: ({ world, body }) =>
      mockPostsOf(world).exact.create(fieldsIn<PostFields>('create a post', body, textNames) as PostFields),
  },
  'PUT /posts/:name': {
    takesPosts: true,
    about: 'Replaces the post with this id.',
    perform({ world, name, body }) {
      const fields = fieldsIn<PostFields>('replace a post', body, textNames)
      return mockPostsOf(world).exact.replace(idOf(name), fields as PostFields)
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
      const { posts = 10 } = fieldsIn<{ posts: number }>('add posts', body ?? {}, { posts: true })
      await addPosts(world, checkedCount(posts))
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
      const names = { posts: true, seed: true } as const
      const given = fieldsIn<{ posts: number | InitialPost[]; seed: number }>('seed posts', body ?? {}, names)
      const { posts = 25, seed = world.seed } = given
      if (!Number.isSafeInteger(seed))
        throw new Refusal(400, 'Failed to seed posts: "seed" is not a whole number.')
      const { profile } = world
      world.store.begin(
        seedPosts({ posts: Array.isArray(posts) ? posts : checkedCount(posts), seed, profile }),
      )
      return countOf(world)
    },
  },
}

function countOf({ store }: World): { posts: number } {
  return { posts: store.count }
}

function checkedCount(posts: number): number {
  if (Number.isSafeInteger(posts) && posts >= 0 && posts <= limits.posts) return posts
  throw new Refusal(400, `"posts" is not a number of posts up to ${limits.posts}.`)
}

function noPost(name: string): never {
  throw new Refusal(404, `Post ${name} does not exist.`)
}

function idOf(text: string): PostId {
  const parsed = parsePostId(text)
  if ('id' in parsed) return parsed.id
  throw new Refusal(400, `${JSON.stringify(text)} is not a post id: expected an int64 integer.`)
}
