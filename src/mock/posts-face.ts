import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type Post, type PostFields, type PostId, toPostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import type { PostQuery, PostsCollection } from '../../handlers/store/post-collection.ts'
import type { World } from '../../handlers/world/world.ts'

/** The posts of a mock, for arranging and asserting: reads answer at once, writes are promises. */
export interface PostsFace {
  readonly count: number
  /** Every post, in the order in which the service lists them. */
  list(): readonly Post[]
  /** The post with this id; undefined where there is none. */
  read(id: PostId): Post | undefined
  /**
   * The posts that a query of `@msw/data` finds, in the order in which the service lists them.
   * @example
   * await mock.posts.find((query) => query.where({ title: 'Hello' }))
   */
  find(query: PostQuery): Promise<readonly Post[]>
  /**
   * The `@msw/data` collection that holds the posts: for relations, hooks and MSW handlers of your own (docs/own-handlers.md).
   * It is the same one for as long as the mock lives, and follows resets.
   * @typeParam Extra what your posts have besides: extra fields, relations.
   * @throws UnderstudyError `POSTS_INVALID` from a write that would break a post: an id that is taken, a title that is no string.
   */
  collection<Extra = unknown>(): Promise<PostsCollection<Extra>>
  /**
   * Adds a post under an id of the service's choosing.
   * @throws UnderstudyError `POSTS_INVALID` where title or content is no string.
   */
  create(fields: PostFields): Promise<Post>
  /**
   * Replaces a post wholly.
   * @throws UnderstudyError `POST_MISSING`, `POSTS_INVALID`
   */
  replace(id: PostId, fields: PostFields): Promise<Post>
  /** Removes a post, and tells whether there was one. */
  delete(id: PostId): Promise<boolean>
}

/** Makes the face of a world's posts. */
export function createPostsFace(world: World): PostsFace {
  const { store } = world
  return {
    get count() {
      return store.count
    },
    list: () => orderedPosts(world),
    read: (id) => store.read(toPostId(id) ?? id),
    async find(query) {
      const { findPosts } = await import('../../handlers/store/post-collection.ts')
      return findPosts(orderedPosts(world), query)
    },
    collection: async <Extra>() => (await store.collection()) as unknown as PostsCollection<Extra>,
    async create(fields) {
      const post = await store.create(checked(fields, 'create a post'))
      if (post) return post
      throw new UnderstudyError(
        'POSTS_INVALID',
        'Failed to create a post: its id is taken. Leave the id to the service.',
      )
    },
    async replace(id, fields) {
      const post = await store.replace(toPostId(id) ?? id, checked(fields, `replace post ${id}`))
      if (post) return post
      throw new UnderstudyError(
        'POST_MISSING',
        `Failed to replace post ${id}: no post has this id. The ids are ${someIds(store.list())}.`,
      )
    },
    delete: async (id) => (await store.delete(toPostId(id) ?? id)) !== undefined,
  }
}

function checked({ title, content }: PostFields, action: string): PostFields {
  for (const [field, value] of Object.entries({ title, content })) {
    if (typeof value === 'string') continue
    throw new UnderstudyError(
      'POSTS_INVALID',
      `Failed to ${action}: its ${field} is ${value === undefined ? 'missing' : typeof value}, not a string. Give { title, content }.`,
    )
  }
  return { title, content }
}

function someIds(posts: readonly Post[]): string {
  const shown = posts.slice(0, 5).map(({ id }) => id)
  return posts.length === 0 ? 'none: the store is empty' : shown.join(', ') + (posts.length > 5 ? '…' : '')
}
