import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { Faults } from '../../handlers/faults/faults.ts'
import { eachField, everyField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { Journal } from '../../handlers/journal/journal.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type PostId, type Post as PostOfId, toPostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import type { PostQuery, PostsCollection } from '../../handlers/store/post-collection.ts'
import type { Snapshot } from '../../handlers/store/post-store.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'

/** A snapshot for plain JSON: an integer beyond 2^53 is a string of its digits, as in the JSON of Protocol Buffers. */
export type JsonSnapshot = Snapshot<number | string>

/** The operations on a world: posts, faults, journal, profile, reset and snapshots. */
export interface WorldHandle {
  /** The posts, without HTTP and without the profile's rules for input. */
  readonly posts: MockPosts
  readonly faults: Faults
  readonly journal: Journal
  /** The current profile. */
  readonly profile: Profile
  /** Changes the profile from the next request on; the posts stay. A reset restores the initial profile. */
  useProfile(profile: ProfileOption): void
  /**
   * Restores the initial state: initial posts and profile, no faults, an empty journal. Effective from the next
   * operation.
   */
  reset(): void
  /**
   * The current posts as plain data for JSON; later writes do not change it. An integer beyond 2^53, such as an id, is a string
   * of its digits.
   * @example
   * writeFileSync('posts.json', JSON.stringify(mock.snapshot()))
   */
  snapshot(): JsonSnapshot
  /**
   * Restores the posts of a snapshot, with exact ids. Effective from the next operation.
   * @throws UnderstudyError `POSTS_INVALID` for other data than that of a snapshot.
   * @example
   * mock.restore(JSON.parse(readFileSync('posts.json', 'utf8')))
   */
  restore(snapshot: JsonSnapshot): void
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
    useProfile: (profile) => world.setProfile(profile),
    reset: () => world.reset(),
    snapshot() {
      const json = JSON.stringify(world.store.snapshot(), (_key, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      )
      return JSON.parse(json)
    },
    restore: (snapshot) => world.store.restore(parseSnapshot(snapshot, world)),
  }
}

/** A post. Its id is a number; in `Post<PostId>` it is any int64, as a bigint if a number is not exact. */
export type Post<Id extends PostId = number> = PostOfId<Id>

/** The posts of a mock with ids of one type. Reads are synchronous, writes return promises. */
export interface PostsOf<Id extends PostId> {
  readonly count: number
  /** All posts, in the order of the list operation. */
  list(): readonly Post<Id>[]
  /** The post with this id; undefined if there is none. */
  read(id: PostId): Post<Id> | undefined
  /**
   * The posts that match a query of `@msw/data`, in the order of the list operation.
   * @example
   * await mock.posts.find((query) => query.where({ title: 'Hello' }))
   */
  find(query: PostQuery): Promise<readonly Post<Id>[]>
  /**
   * Adds a post with the next id.
   * @throws UnderstudyError `POSTS_INVALID` if title or content is not a string.
   */
  create(fields: PostFields): Promise<Post<Id>>
  /**
   * Replaces title and content of a post.
   * @throws UnderstudyError `POST_MISSING`, `POSTS_INVALID`
   */
  replace(id: PostId, fields: PostFields): Promise<Post<Id>>
  /** Removes a post. @returns whether it existed. */
  delete(id: PostId): Promise<boolean>
}

/**
 * The posts of a mock, to arrange and assert. Ids have the type `number`.
 * @throws UnderstudyError `ID_NOT_A_NUMBER` for a post whose id is beyond 2^53: use {@link MockPosts.exact}.
 * @example
 * const id: number = mock.posts.list()[0].id
 */
export interface MockPosts extends PostsOf<number> {
  /**
   * The same posts with all int64 ids: a number up to 2^53, a bigint beyond.
   * @example
   * mock.posts.exact.read(9007199254740993n)
   */
  readonly exact: PostsOf<PostId>
  /**
   * The `@msw/data` collection that the posts are in, with exact ids: for relations, hooks and your own MSW handlers
   * (docs/own-handlers.md). It stays the same object, also after a reset, and shows all earlier writes and resets when this
   * promise resolves.
   * @typeParam Extra additional fields and relations of your posts.
   * An invalid write throws, such as a create with an id that exists.
   */
  collection<Extra = unknown>(): Promise<PostsCollection<Extra>>
}

export function mockPostsOf(world: World): MockPosts {
  return Object.assign(postsOf(world, numberId), {
    exact: postsOf(world, (id) => id),
    collection: <Extra>() => collectionOf<Extra>(world),
  })
}

async function collectionOf<Extra>({ store }: World): Promise<PostsCollection<Extra>> {
  return (await store.collection()) as unknown as PostsCollection<Extra>
}

/** @param typed checks the type of an id: returns the id or throws. */
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
      const found = new Set((await collectionOf(world)).findMany(query).map(({ id }) => id))
      return orderedPosts(world)
        .filter(({ id }) => found.has(id))
        .map(typedPost)
    },
    async create(fields) {
      const given = checked(fields, 'create a post')
      const post = await store.create((id) => {
        // Throws before the post is stored.
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
      // Throws before the post is stored.
      if (store.read(exact)) typed(exact)
      const put = await store.put(exact, given, { mayAdd: false })
      if (put) return typedPost(put.post)
      throw new UnderstudyError('POST_MISSING', `Failed to replace post ${id}: no post has this id.`)
    },
    delete: async (id) => (await store.delete(toPostId(id) ?? id)) !== undefined,
  }
}

/** The id as a number. @throws UnderstudyError `ID_NOT_A_NUMBER` */
function numberId(id: PostId): number {
  if (typeof id === 'number') return id
  throw new UnderstudyError(
    'ID_NOT_A_NUMBER',
    `Failed to give post ${id}: a number cannot hold this id exactly. Use \`mock.posts.exact\`, whose ids are number | bigint.`,
  )
}

function checked(fields: PostFields, action: string): PostFields {
  if (fieldNames.every((name) => typeof fields[name] === 'string')) return eachField((name) => fields[name])
  throw new UnderstudyError('POSTS_INVALID', `Failed to ${action}: ${everyField} must be strings.`)
}
