import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { extended } from '../../handlers/model/extended.ts'
import { fakerSeeder } from '../../handlers/seed/faker-seeder.ts'
import { testProblems } from '../../handlers/world/test-problems.ts'
import { createMock, type PostsMock, type PostsMockOptions } from '../mock/mock.ts'
import type { UnhandledRequest } from './listener.ts'
import { joinNetwork } from './network.ts'
import type { Scope } from './scope.ts'
import { checkUnhandledRequest } from './unhandled.ts'

/** What {@link setupPosts} takes: what `createPostsMock` takes, and what becomes of requests to elsewhere. */
export interface SetupPostsOptions extends PostsMockOptions {
  /**
   * What becomes of a request that is not below the base URL: it goes on to the network, silently (`bypass`), with a
   * warning if its path looks like one of the posts (`near-miss`) or with one in any case (`warn`); or it fails
   * (`error`). Default `near-miss`: a mock of posts does not own the other hosts, but a base URL is easily mistyped.
   */
  readonly onUnhandledRequest?: UnhandledRequest
}

/** A mock that answers the requests of this process while it listens. */
export interface PostsSetup extends PostsMock, Disposable {
  /**
   * Starts to answer; while it does already, nothing changes.
   *
   * Mocks that listen at the same time share one network: the latest is asked first, and each closes for itself.
   * @returns this setup, for `using mock = setupPosts().listen()`.
   */
  listen(): PostsSetup
  /**
   * Goes back to the beginning: first posts, first profile, no faults, an empty journal. It belongs into `afterEach`,
   * where what it throws fails the very test that it is about.
   * @throws UnderstudyError `OUTSIDE_INTERFACE`, in strict mode, where a request since the last reset went beyond the document.
   * Warns of faults that `faults.next` planned and no request met.
   */
  reset(): void
  /**
   * Stops to answer and lets go of requests that hang. Posts and journal can still be looked at.
   * @throws UnderstudyError as {@link PostsSetup.reset} does.
   */
  close(): void
}

/**
 * Makes a mock for tests in Node. While it listens it answers fetch, axios, ky, got, superagent, node-fetch, undici and
 * whatever else speaks HTTP from this process. Who has an MSW server already takes `createPostsMock` instead and hands its
 * handlers over: `setupServer(...mock.handlers)`.
 *
 * @param options see {@link SetupPostsOptions}; all have defaults. @param scope answers requests of this scope only.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 * @example
 * const mock = setupPosts({ baseUrl: 'https://api.example.com/v1' })
 * beforeAll(mock.listen)
 * afterEach(mock.reset)
 * afterAll(mock.close)
 * @example
 * using mock = setupPosts({ posts: 3 }).listen()
 */
export function setupPosts(options: SetupPostsOptions = {}): PostsSetup {
  return setupPostsIn(undefined, options)
}

/** Makes a mock that answers the requests of one scope, or of all. */
export function setupPostsIn(scope: Scope | undefined, options: SetupPostsOptions): PostsSetup {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  checkUnhandledRequest(onUnhandledRequest)
  const mock = createMock(mockOptions, fakerSeeder)
  const baseUrl = new BaseUrl(options.baseUrl ?? defaultBaseUrl)
  const listener = { handlers: mock.handlers, baseUrl, onUnhandledRequest, scope }
  let leave: (() => void) | undefined
  const setup: PostsSetup = extended(mock, {
    listen() {
      leave ??= joinNetwork(listener)
      return setup
    },
    reset() {
      const [problem] = testProblems(mock.world)
      mock.reset()
      if (problem) throw problem
    },
    close() {
      if (!leave) return
      leave()
      leave = undefined
      const [problem] = testProblems(mock.world)
      mock.faults.clear()
      if (problem) throw problem
    },
    [Symbol.dispose]() {
      setup.close()
    },
  })
  return setup
}
