import { BaseUrl } from '../../handlers/http/base-url.ts'
import { createMockFor, type PostsMock, type PostsMockOptions, testProblems } from '../mock/mock.ts'
import { type UnhandledRequest, unhandledPolicy } from '../mock/unhandled.ts'
import type { Scope } from './listener.ts'
import { joinNetwork } from './network.ts'

/** Options of {@link setupPosts}: those of `createPostsMock`, and `onUnhandledRequest`. */
export interface SetupPostsOptions extends PostsMockOptions {
  /**
   * How to handle a request that is not below the base URL: send it to the network silently (`bypass`), with a warning if its
   * path looks like one of the posts (`near-miss`); or fail it (`error`). Default `near-miss`, which finds a mistyped base URL.
   */
  readonly onUnhandledRequest?: UnhandledRequest
}

/** A mock that answers the requests of this process while it listens. */
export interface PostsSetup extends PostsMock, Disposable {
  /**
   * Starts answering; further calls do nothing. Several mocks may listen at the same time: the latest is asked first.
   *
   * @returns this setup, for `using mock = setupPosts().listen()`.
   * @throws UnderstudyError `RUNTIME_UNSUPPORTED` where requests of `fetch` cannot be intercepted: under Bun and Deno, and if
   * they go to a proxy.
   */
  listen(): PostsSetup
  /**
   * Resets the mock: initial posts, initial profile, no faults, an empty journal. Call it in `afterEach`, so that its error
   * fails the right test. Warns about faults of `faults.next` that no request used.
   *
   * @throws UnderstudyError `OUTSIDE_INTERFACE` in strict mode, if a request since the last reset went beyond the document.
   */
  reset(): void
  /**
   * Stops answering. A request that was sent before still gets its reply, a delayed one at once; one that hangs by the fault
   * `timeout` stays without a reply. Posts and journal stay readable.
   * @returns a promise that resolves when all replies were read, at the latest after 100 ms: let the last hook of a file wait
   *   for it. It never rejects.
   * @throws UnderstudyError as {@link PostsSetup.reset} does, at once.
   */
  close(): Promise<void>
}

/**
 * Creates a mock for tests in Node. While it listens, it answers the requests of all HTTP clients in this process: fetch, axios,
 * ky, got, superagent, node-fetch, undici and others. If you already have an MSW server, use `createPostsMock` with
 * `setupServer(...mock.handlers)`.
 *
 * @param options see {@link SetupPostsOptions}; all have defaults.
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
  return setupPostsIn(options)
}

/** Creates a mock that answers the requests of one scope, that of a test, or of all. */
export function setupPostsIn(options: SetupPostsOptions, scope?: Scope, test?: string): PostsSetup {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  const mock = createMockFor(mockOptions, test)
  const baseUrl = new BaseUrl(options.baseUrl)
  const unhandled = unhandledPolicy(onUnhandledRequest, baseUrl)
  const listener = { app: mock.app, world: mock.world, baseUrl, unhandled, scope }
  scope?.listeners.push(listener)
  let leave: (() => Promise<void>) | undefined
  const setup: PostsSetup = Object.assign(mock, {
    listen() {
      leave ??= joinNetwork(listener)
      return setup
    },
    reset() {
      const [problem] = testProblems(mock.world)
      mock.world.reset()
      if (problem) throw problem
    },
    close() {
      if (!leave) return Promise.resolve()
      const left = leave()
      leave = undefined
      const [problem] = testProblems(mock.world)
      mock.faults.restart()
      if (problem) throw problem
      return left
    },
    [Symbol.dispose]() {
      void setup.close()
    },
  })
  return setup
}
