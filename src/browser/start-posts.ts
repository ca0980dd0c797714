import type { HttpHandler } from 'msw/http'
import type { PostsMock, PostsMockOptions } from '../mock/mock.ts'
import type { Keep } from './mirror.ts'
import { checkPage } from './page-check.ts'

/** What {@link startPosts} takes: what `createPostsMock` takes, and the following; every option has a default. */
export interface StartPostsOptions extends PostsMockOptions {
  /** Where MSW's worker script is served, as `npx msw init public/` makes it. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * What keeps the posts beyond a reload of the page: its tab (`tab`), the browser (`browser`), in which all tabs of the
   * origin share them, or nothing (`false`). Faults and journal are never kept. Default `false`.
   */
  readonly keep?: Keep
  /** The name under which they are kept, where one origin has several services. Default the base URL. */
  readonly name?: string
  /** MSW handlers of your own, which are asked before the posts. Default none. */
  readonly handlers?: readonly HttpHandler[]
}

/** A mock that answers the requests of this page. */
export interface StartedPosts extends PostsMock {
  /** Puts other handlers of your own in the place of those that were given. */
  useHandlers(handlers: readonly HttpHandler[]): void
  /** Stops to answer, lets go of requests that hang, and keeps no more. Posts and journal can still be looked at. */
  stop(): Promise<void>
}

/**
 * Answers the requests of this page with MSW's service worker; await it before the first request. Called again, the latest
 * mock answers.
 *
 * @param options see {@link StartPostsOptions}; all have defaults.
 * @throws UnderstudyError `WORKER_UNAVAILABLE` where the browser has no service workers or blocks them, `WORKER_MISSING`
 * where there is no worker script, and as `createPostsMock` does.
 * @example
 * import { startPosts } from 'posts-understudy/browser'
 *
 * const posts = await startPosts({ keep: 'browser' })
 * posts.faults.latency(300)
 */
export async function startPosts(options: StartPostsOptions = {}): Promise<StartedPosts> {
  checkPage(globalThis, (message) => console.warn(`[posts-understudy] ${message}`))
  // MSW fails as soon as it is loaded in some of the pages that were refused here.
  const { answerPage } = await import('./answer-page.ts')
  return await answerPage(options)
}
