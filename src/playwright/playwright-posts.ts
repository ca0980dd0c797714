import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { RequestHandler } from 'msw'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { extended } from '../../handlers/model/extended.ts'
import { testProblems } from '../../handlers/world/test-problems.ts'
import { createPostsMock, type PostsMock, type PostsMockOptions } from '../index.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import { checkUnhandledRequest } from '../node/unhandled.ts'
import { Answerer } from './answerer.ts'
import { RequestHost } from './request-host.ts'
import { RouteHost } from './route-host.ts'

/** What the fixture `posts` is made of: what `createPostsMock` takes, and what becomes of requests to elsewhere. */
export interface PlaywrightPostsOptions extends PostsMockOptions {
  /**
   * What becomes of a request by fetch, XMLHttpRequest, beacon or event source that is not below the base URL: it goes on
   * to the network, silently (`bypass`), with a warning if its path looks like one of the posts (`near-miss`) or with one
   * in any case (`warn`); or it fails, and the test with it (`error`). Default `near-miss`.
   */
  readonly onUnhandledRequest?: UnhandledRequest
}

/** A mock that answers the requests of a test's pages. */
export interface PlaywrightPosts extends PostsMock {
  /**
   * Puts MSW handlers of your own in front of the mock, for any address, until the test ends or {@link reset}. What they
   * answer is not in the journal.
   *
   * @example await mock.use(http.get('https://api.example.com/v1/posts', () => new HttpResponse(null, { status: 418 })))
   */
  use(...handlers: readonly RequestHandler[]): Promise<void>
  /**
   * Answers another context, too: one that a test made itself, by `browser.newContext()` or `playwright.request.newContext()`.
   *
   * @param context its own API requests included. @param baseURL what their relative addresses count from.
   * @example await mock.listen(await browser.newContext({ serviceWorkers: 'block' }))
   */
  listen(context: BrowserContext | APIRequestContext, baseURL?: string): Promise<void>
}

/** {@link PlaywrightPosts}, and how it ends. */
export interface PostsOfTest {
  readonly posts: PlaywrightPosts
  /** Stops to answer and lets go of requests that hang. */
  close(): Promise<void>
  /** What went wrong and fails the test, whatever the test itself has found. */
  problems(): readonly Error[]
}

/**
 * Makes the mock of one test.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 */
export function createPlaywrightPosts(options: PlaywrightPostsOptions): PostsOfTest {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  checkUnhandledRequest(onUnhandledRequest)
  const mock = createPostsMock(mockOptions)
  const { world } = mock
  const baseUrl = new BaseUrl(options.baseUrl ?? defaultBaseUrl)
  const answerer = new Answerer({ world, baseUrl, onUnhandledRequest })
  const pages = new RouteHost(answerer)
  const requests = new RequestHost(answerer)
  const posts: PlaywrightPosts = extended(mock, {
    async use(...handlers: readonly RequestHandler[]) {
      answerer.overrides.use(handlers)
      await pages.widen()
    },
    async listen(context: BrowserContext | APIRequestContext, baseURL?: string) {
      requests.listen('request' in context ? context.request : context, baseURL)
      if ('request' in context) await pages.listen(context)
    },
    reset() {
      answerer.problems.push(...testProblems(world))
      answerer.overrides.clear()
      mock.reset()
    },
  })
  return {
    posts,
    async close() {
      answerer.problems.push(...testProblems(world))
      world.faults.clear()
      await requests.close()
    },
    problems: () => answerer.problems,
  }
}
