import type { HttpHandler } from 'msw/http'
import type { PostsMock, PostsMockOptions } from '../mock/mock.ts'
import type { Keep } from './mirror.ts'

/** Options of {@link startPosts}: those of `createPostsMock` and the following; all have defaults. */
export interface StartPostsOptions extends PostsMockOptions {
  /** The address of MSW's worker script, which `npx msw init public/` creates. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * Where the posts are stored between reloads of the page: in the tab (`tab`), in the browser, shared by all tabs of the
   * origin (`browser`), or nowhere (`false`). Faults and journal are never stored. Default `false`.
   */
  readonly keep?: Keep
  /** The name of the stored posts, if an origin has several services. Default the base URL. */
  readonly name?: string
  /** MSW handlers that run before the mock. Default none. */
  readonly handlers?: readonly HttpHandler[]
}

/** A mock that answers the requests of this page. */
export interface StartedPosts extends PostsMock {
  /** Replaces the handlers of the option `handlers`. */
  useHandlers(handlers: readonly HttpHandler[]): void
  /** Stops answering and storing, and ends hanging requests. Posts and journal stay readable. */
  stop(): Promise<void>
}
