import type { BrowserContext } from '@playwright/test'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { extended } from '../../handlers/model/members.ts'
import { testProblems } from '../../handlers/world/world.ts'
import { createMockFor, type PostsMock, type PostsMockOptions } from '../mock/mock.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import { type ServedWorld, serveWorld } from '../server/listen.ts'
import { RouteHost } from './route-host.ts'

/** Options of the fixture `mock`: those of `createPostsMock`, and `onUnhandledRequest`. */
export interface PlaywrightPostsOptions extends PostsMockOptions {
  /**
   * How to handle a request by fetch, XMLHttpRequest, beacon or event source that is not below the base URL: send it to the
   * network silently (`bypass`), with a warning if its path looks like one of the posts (`near-miss`); or fail the
   * request and the test (`error`). Default `near-miss`.
   */
  readonly onUnhandledRequest?: UnhandledRequest
}

/** A mock that answers the requests of a test's pages. */
export interface PlaywrightPosts extends PostsMock {
  /**
   * Also answers another context, from `browser.newContext()`.
   * @example await mock.listen(await browser.newContext({ serviceWorkers: 'block' }))
   */
  listen(context: BrowserContext): Promise<void>
  /**
   * Also answers on a free port of this machine, until the test ends. For API requests, which no route sees.
   *
   * @returns the base address, such as `http://127.0.0.1:41234/v1`.
   * @example await request.get(`${await mock.serve()}/posts`)
   */
  serve(): Promise<string>
}

/** {@link PlaywrightPosts} with its clean-up. */
export interface PostsOfTest {
  readonly posts: PlaywrightPosts
  /** Stops answering, and ends hanging requests. Returns the problems that must fail the test. */
  close(): Promise<readonly Error[]>
}

/**
 * Creates the mock of one test.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 */
export function createPlaywrightPosts(options: PlaywrightPostsOptions, test?: string): PostsOfTest {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  const mock = createMockFor(mockOptions, test)
  const { world } = mock
  const baseUrl = new BaseUrl(options.baseUrl ?? defaultBaseUrl)
  const pages = new RouteHost({ world, baseUrl, onUnhandledRequest })
  let served: Promise<ServedWorld> | undefined
  const posts: PlaywrightPosts = extended(mock, {
    listen: (context: BrowserContext) => pages.listen(context),
    async serve() {
      served ??= serveWorld(world, baseUrl)
      return (await served).url
    },
    reset() {
      pages.problems.push(...testProblems(world))
      mock.reset()
    },
  })
  return {
    posts,
    async close() {
      pages.problems.push(...testProblems(world))
      world.faults.clear()
      await (await served)?.close()
      return pages.problems
    },
  }
}
