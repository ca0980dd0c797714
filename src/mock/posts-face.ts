import { UnderstudyError } from '../../handlers/model/errors.ts'
import { extended } from '../../handlers/model/extended.ts'
import { type PostFields, type PostId, type Post as PostOfId, toPostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import type { PostQuery, PostsCollection } from '../../handlers/store/post-collection.ts'
import type { World } from '../../handlers/world/world.ts'

/** A post. Its id is a number; in `Post<PostId>` it is any int64, a bigint where a number would not be exact. */
export type Post<Id extends PostId = number> = PostOfId<Id>

/** The posts of a mock with ids of one type: reads answer at once, writes are promises. */
export interface PostsOf<Id extends PostId> {
  readonly count: number
  /** Every post, in the order in which the service lists them. */
  list(): readonly Post<Id>[]
  /** The post with this id; undefined if there is none. */
  read(id: PostId): Post<Id> | undefined
  /**
   * The posts that a query of `@msw/data` finds, in the order in which the service lists them.
   * @example
   * await mock.posts.find((query) => query.where({ title: 'Hello' }))
   */
  find(query: PostQuery): Promise<readonly Post<Id>[]>
  /**
   * Adds a post under an id of the service's choosing.
   * @throws UnderstudyError `POSTS_INVALID` where title or content is not a string.
   */
  create(fields: PostFields): Promise<Post<Id>>
  /**
   * Replaces a post wholly.
   * @throws UnderstudyError `POST_MISSING`, `POSTS_INVALID`
   */
  replace(id: PostId, fields: PostFields): Promise<Post<Id>>
  /** Removes a post, and tells whether there was one. */
  delete(id: PostId): Promise<boolean>
}

/**
 * The posts of a mock, for arranging and asserting. Ids are typed `number`.
 * @throws UnderstudyError `ID_NOT_A_NUMBER` instead of returning a post whose id is beyond 2^53: take {@link PostsFace.exact}.
 * @example
 * const id: number = mock.posts.list()[0].id
 */
export interface PostsFace extends PostsOf<number> {
  /**
   * The same posts with ids of the whole range of int64: a number where a number is exact, a bigint beyond 2^53.
   * @example
   * mock.posts.exact.read(9007199254740993n)
   */
  readonly exact: PostsOf<PostId>
  /**
   * The `@msw/data` collection that holds the posts, ids exact: for relations, hooks and MSW handlers of your own (docs/own-handlers.md).
   * It is the same one for as long as the mock lives, and follows resets.
   * @typeParam Extra what your posts have besides: extra fields, relations.
   * @throws UnderstudyError `POSTS_INVALID` from a write that would break a post: an id that is taken, a title that is not a string.
   */
  collection<Extra = unknown>(): Promise<PostsCollection<Extra>>
}

export function createPostsFace(world: World): PostsFace {
  return extended(postsOf(world, numberId), {
    exact: postsOf(world, (id) => id),
    collection: async <Extra>() => (await world.store.collection()) as unknown as PostsCollection<Extra>,
  })
}

/** @param typed returns an id as what its type says, or throws. */
function postsOf<Id extends PostId>(world: World, typed: (id: PostId) => Id): PostsOf<Id> {
  const { store } = world
  const typedPost = (post: PostOfId) => {
    typed(post.id)
    return post as Post<Id>
  }
  return {
    get count() {
      return store.count
    },
    list: () => orderedPosts(world).map(typedPost),
    read(id) {
      const post = store.read(toPostId(id) ?? id)
      return post && typedPost(post)
    },
    async find(query) {
      const { findPosts } = await import('../../handlers/store/post-collection.ts')
      return findPosts(orderedPosts(world), query).map(typedPost)
    },
    async create(fields) {
      const given = checked(fields, 'create a post')
      const post = await store.create((id) => {
        // Nothing is written yet.
        typed(id)
        return given
      })
      if (post) return typedPost(post)
      throw new UnderstudyError(
        'POSTS_INVALID',
        'Failed to create a post: its id is taken. Leave the id to the service.',
      )
    },
    async replace(id, fields) {
      const exact = toPostId(id) ?? id
      const given = checked(fields, `replace post ${id}`)
      if (store.read(exact)) typed(exact)
      const post = await store.replace(exact, given)
      if (post) return typedPost(post)
      throw new UnderstudyError(
        'POST_MISSING',
        `Failed to replace post ${id}: no post has this id. The ids are ${someIds(store.list())}.`,
      )
    },
    delete: async (id) => (await store.delete(toPostId(id) ?? id)) !== undefined,
  }
}

/** The id as a number. @throws UnderstudyError `ID_NOT_A_NUMBER` */
export function numberId(id: PostId): number {
  if (typeof id === 'number') return id
  throw new UnderstudyError(
    'ID_NOT_A_NUMBER',
    `Failed to give post ${id}: a number cannot hold this id exactly. Use \`mock.posts.exact\`, whose ids are number | bigint.`,
  )
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

function someIds(posts: readonly PostOfId[]): string {
  const shown = posts.slice(0, 5).map(({ id }) => id)
  return posts.length === 0 ? 'none: the store is empty' : shown.join(', ') + (posts.length > 5 ? '…' : '')
}
