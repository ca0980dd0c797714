import type { BrowserContext } from '@playwright/test'
import type { RequestHandler } from 'msw'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { extended } from '../../handlers/model/extended.ts'
import { testProblems } from '../../handlers/world/world.ts'
import { createPostsMock, type PostsMock, type PostsMockOptions } from '../index.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import { checkUnhandledRequest } from '../node/unhandled.ts'
import { type ServedWorld, serveWorld } from '../server/serve-world.ts'
import { RouteHost } from './route-host.ts'
import { WorldReplies } from './world-replies.ts'

/** Options of the fixture `mock`: those of `createPostsMock`, and `onUnhandledRequest`. */
export interface PlaywrightPostsOptions extends PostsMockOptions {
  /**
   * How to handle a request by fetch, XMLHttpRequest, beacon or event source that is not below the base URL: send it to the
   * network silently (`bypass`), with a warning if its path looks like one of the posts (`near-miss`), or always with a
   * warning (`warn`); or fail the request and the test (`error`). Default `near-miss`.
   */
  readonly onUnhandledRequest?: UnhandledRequest
}

/** A mock that answers the requests of a test's pages. */
export interface PlaywrightPosts extends PostsMock {
  /**
   * Adds MSW handlers that run before the mock, for any address, until the test ends or {@link reset}. Their replies are not
   * in the journal.
   *
   * @example await mock.use(http.get('https://api.example.com/v1/posts', () => new HttpResponse(null, { status: 418 })))
   */
  use(...handlers: readonly RequestHandler[]): Promise<void>
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
  /** Stops answering, and ends hanging requests. */
  close(): Promise<void>
  /** Problems that must fail the test. */
  problems(): readonly Error[]
}

/**
 * Creates the mock of one test.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 */
export function createPlaywrightPosts(options: PlaywrightPostsOptions): PostsOfTest {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  checkUnhandledRequest(onUnhandledRequest)
  const mock = createPostsMock(mockOptions)
  const { world } = mock
  const baseUrl = new BaseUrl(options.baseUrl ?? defaultBaseUrl)
  const replies = new WorldReplies({ world, baseUrl, onUnhandledRequest })
  const pages = new RouteHost(replies)
  let served: Promise<ServedWorld> | undefined
  const posts: PlaywrightPosts = extended(mock, {
    async use(...handlers: readonly RequestHandler[]) {
      replies.overrides = [...handlers, ...replies.overrides]
      await pages.widen()
    },
    listen: (context: BrowserContext) => pages.listen(context),
    async serve() {
      served ??= serveWorld(world, baseUrl)
      return (await served).url
    },
    reset() {
      replies.problems.push(...testProblems(world))
      replies.overrides = []
      mock.reset()
    },
  })
  return {
    posts,
    async close() {
      replies.problems.push(...testProblems(world))
      world.faults.clear()
      await (await served)?.close()
    },
    problems: () => replies.problems,
  }
}
