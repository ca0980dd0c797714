import type { HttpHandler } from 'msw/http'
import type { PostsMock, PostsMockOptions } from '../mock/mock.ts'
import type { Keep } from './mirror.ts'

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
