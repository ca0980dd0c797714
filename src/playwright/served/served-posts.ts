import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { PartialProfile, Profile, ProfileOption } from '../../../handlers/choices/profile.ts'
import { isUnderstudyError } from '../../../handlers/model/errors.ts'
import { type PostFields, type PostId, toPostId } from '../../../handlers/model/post.ts'
import type { PostQuery } from '../../../handlers/store/post-collection.ts'
import type { InitialPost } from '../../../handlers/store/seeding.ts'
import type { Snapshot } from '../../../handlers/store/state.ts'
import { numberId, type Post } from '../../mock/posts-face.ts'
import type { ControlClient } from './control-client.ts'
import { ServedFaults } from './served-faults.ts'
import { ServedJournal } from './served-journal.ts'

/** What `mock.posts` has, with promises. */
export interface ServedPostsOf<Id extends PostId> {
  count(): Promise<number>
  /** Every post, in the order in which the service lists them. */
  list(): Promise<readonly Post<Id>[]>
  /** The post with this id; undefined if there is none. */
  read(id: PostId): Promise<Post<Id> | undefined>
  /** The posts that a query of `@msw/data` finds: `find((query) => query.where({ title: 'Hello' }))`. */
  find(query: PostQuery): Promise<readonly Post<Id>[]>
  create(fields: PostFields): Promise<Post<Id>>
  replace(id: PostId, fields: PostFields): Promise<Post<Id>>
  /** Removes a post, and tells whether there was one. */
  delete(id: PostId): Promise<boolean>
}

/** The world of a test on a running server; as a mock in the test's process, with promises. */
export interface ServedPosts {
  /** Its name: the value of `X-Understudy-World`. */
  readonly world: string
  /** Ids are typed `number`; a post whose id a number cannot hold is refused with `ID_NOT_A_NUMBER`: take `exact`. */
  readonly posts: ServedPostsOf<number> & { readonly exact: ServedPostsOf<PostId> }
  readonly faults: ServedFaults
  readonly journal: ServedJournal
  profile(): Promise<Profile>
  /** Follows another profile from the next request on; the posts stay. */
  useProfile(profile: ProfileOption | PartialProfile): Promise<void>
  /** Begins anew with other posts: a number of readable ones, or the posts themselves. */
  seed(posts: number | readonly InitialPost[], seed?: number): Promise<void>
  /** Goes back to the beginning: first posts, first profile, no faults, an empty journal. */
  reset(): Promise<void>
  snapshot(): Promise<Snapshot>
  restore(snapshot: Snapshot): Promise<void>
  /** Gives the requests of another context to this world, too: one that a test made itself. */
  listen(context: BrowserContext | APIRequestContext, baseURL?: string): Promise<void>
}

export function createServedPosts(
  world: string,
  control: ControlClient,
  listen: ServedPosts['listen'],
): ServedPosts {
  return {
    world,
    listen,
    posts: Object.assign(postsOf(control, numberId), { exact: postsOf(control, (id) => id) }),
    faults: new ServedFaults(control),
    journal: new ServedJournal(control),
    profile: () => control.call('GET', 'profile'),
    useProfile: (profile) => control.call('PUT', 'profile', profile),
    seed: (posts, seed) => control.call('POST', 'seed', { posts, ...(seed !== undefined && { seed }) }),
    reset: () => control.call('POST', 'reset'),
    snapshot: () => control.call('GET', 'snapshot'),
    restore: (snapshot) => control.call('PUT', 'snapshot', snapshot),
  }
}

/** @param typed returns an id as what its type says, or throws. */
function postsOf<Id extends PostId>(control: ControlClient, typed: (id: PostId) => Id): ServedPostsOf<Id> {
  const typedPost = (post: Post<PostId>) => {
    typed(post.id)
    return post as Post<Id>
  }
  const list = () => control.call<Post<PostId>[]>('GET', 'posts')
  return {
    count: async () => (await control.call<{ posts: number }>('GET', 'state')).posts,
    list: async () => (await list()).map(typedPost),
    async read(id) {
      if (!isId(id)) return undefined
      const post = await control.call<Post<PostId>>('GET', `posts/${id}`).catch(ifMissing(undefined))
      return post && typedPost(post)
    },
    async find(query) {
      const { findPosts } = await import('../../../handlers/store/post-collection.ts')
      return findPosts(await list(), query).map(typedPost)
    },
    create: async (fields) => typedPost(await control.call<Post<PostId>>('POST', 'posts', fields)),
    replace: async (id, fields) => typedPost(await control.call<Post<PostId>>('PUT', `posts/${id}`, fields)),
    delete: async (id) =>
      isId(id) && control.call('DELETE', `posts/${id}`).then(() => true, ifMissing(false)),
  }
}

/** What is not an int64 is not a post's id, and the server would say so. */
function isId(id: PostId): boolean {
  return toPostId(id) !== undefined
}

/** Takes that there is nothing of that name for an answer. */
export function ifMissing<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isUnderstudyError(error) && error.code === 'POST_MISSING') return answer
    throw error
  }
}
