import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import type { PartialProfile, Profile, ProfileOption } from '../../../handlers/choices/profile.ts'
import type { Fault, FaultOperation, FaultSettings, Latency } from '../../../handlers/faults/faults.ts'
import type { JournalEntry } from '../../../handlers/journal/journal-entry.ts'
import { type JournalFilter, journalMatcher, waitedInVain } from '../../../handlers/journal/journal-filter.ts'
import { isUnderstudyError } from '../../../handlers/model/errors.ts'
import { type PostFields, type PostId, toPostId } from '../../../handlers/model/post.ts'
import type { PostQuery } from '../../../handlers/store/post-collection.ts'
import type { InitialPost } from '../../../handlers/store/seeding.ts'
import type { Snapshot } from '../../../handlers/store/state.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { numberId, type Post } from '../../mock/mock-posts.ts'

/** Like `mock.posts`, with promises. */
export interface ServedPostsOf<Id extends PostId> {
  count(): Promise<number>
  /** All posts, in the order of the list operation. */
  list(): Promise<readonly Post<Id>[]>
  /** The post with this id; undefined if there is none. */
  read(id: PostId): Promise<Post<Id> | undefined>
  /** The posts that match a query of `@msw/data`: `find((query) => query.where({ title: 'Hello' }))`. */
  find(query: PostQuery): Promise<readonly Post<Id>[]>
  create(fields: PostFields): Promise<Post<Id>>
  replace(id: PostId, fields: PostFields): Promise<Post<Id>>
  /** Removes a post. @returns whether it existed. */
  delete(id: PostId): Promise<boolean>
}

/** The world of a test on a running server: like a mock in the test process, with promises. */
export interface ServedPosts {
  /** Its name: the value of `X-Understudy-World`. */
  readonly world: string
  /** Ids have the type `number`; a post whose id is beyond 2^53 throws `ID_NOT_A_NUMBER`: use `exact`. */
  readonly posts: ServedPostsOf<number> & { readonly exact: ServedPostsOf<PostId> }
  readonly faults: ServedFaults
  readonly journal: ServedJournal
  profile(): Promise<Profile>
  /** Changes the profile from the next request on; the posts stay. */
  useProfile(profile: ProfileOption | PartialProfile): Promise<void>
  /** Restarts with other initial posts: a number of seeded ones, or the posts. */
  seed(posts: number | readonly InitialPost[], seed?: number): Promise<void>
  /** Restores the initial state: initial posts and profile, no faults, an empty journal. */
  reset(): Promise<void>
  snapshot(): Promise<Snapshot>
  restore(snapshot: Snapshot): Promise<void>
  /** Also sends the requests of another context's pages to this world. */
  listen(context: BrowserContext): Promise<void>
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

/** @param typed checks the type of an id: returns the id or throws. */
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

/** A value that is not an int64 is not the id of a post; the server would refuse it. */
function isId(id: PostId): boolean {
  return toPostId(id) !== undefined
}

/** Converts `POST_MISSING` to undefined. */
export function ifMissing<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isUnderstudyError(error) && error.code === 'POST_MISSING') return answer
    throw error
  }
}

/** The faults of a test's world: like `mock.faults` of a mock in this process, with promises. */
class ServedFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Delays replies by milliseconds, or a range of them; 0 ends it. */
  latency(latency: Latency, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ latency: { [operation]: latency } })
  }

  /** Makes the next requests fail; further calls are queued. */
  async next(operation: FaultOperation, fault: Fault, times = 1): Promise<void> {
    await this.#control.call('POST', 'faults/next', { operation, fault, times })
  }

  /** Makes a share of the requests fail, from 0 (none) to 1 (all). */
  rate(share: number, fault: Fault = { status: 500 }, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ rate: { [operation]: { share, fault } } })
  }

  /** Disconnects the network, or with false connects it again. */
  offline(offline = true): Promise<void> {
    return this.#change({ offline })
  }

  /** Removes all faults and latencies, and ends hanging requests. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'faults')
  }

  /** The current settings. */
  settings(): Promise<FaultSettings> {
    return this.#control.call('GET', 'faults')
  }

  #change(settings: Partial<FaultSettings>): Promise<void> {
    return this.#control.call('PATCH', 'faults', settings)
  }
}

/** The journal of a test's world: like `mock.journal` of a mock in this process, with promises. */
class ServedJournal {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** The requests so far, oldest first. */
  async requests(): Promise<readonly JournalEntry[]> {
    const { requests } = await this.#control.call<{ requests: JournalEntry[] }>('GET', 'journal')
    return requests
  }

  /** The requests that match a filter. */
  async filter(filter: JournalFilter): Promise<readonly JournalEntry[]> {
    return (await this.requests()).filter(journalMatcher(filter))
  }

  /**
   * Waits for the first request that matches the filter, including past ones.
   * @param options `timeout` in milliseconds, default 1000.
   * @throws UnderstudyError `WAIT_TIMED_OUT`, with the requests that arrived.
   */
  async waitFor(filter: JournalFilter, { timeout = 1000 }: { timeout?: number } = {}): Promise<JournalEntry> {
    const end = performance.now() + timeout
    for (;;) {
      const isLast = performance.now() >= end
      const requests = await this.requests()
      const found = requests.find(journalMatcher(filter))
      if (found) return found
      if (isLast) throw waitedInVain(filter, timeout, requests)
      await pause(25)
    }
  }

  /** Removes all requests. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'journal')
  }
}
