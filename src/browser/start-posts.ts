import { setupWorker } from 'msw/browser'
import type { HttpHandler } from 'msw/http'
import { defaultBaseUrl } from '../../handlers/base-url.ts'
import { abortable, realTimers } from '../../handlers/timers.ts'
import { isUnderstudyError } from '../errors.ts'
import { createPostsMock } from '../index.browser.ts'
import type { PostsMock, PostsMockOptions } from '../mock.ts'
import { keepPosts } from './keep-posts.ts'
import type { Keep } from './mirror.ts'
import { checkPage, explainFailure, unavailable } from './page-check.ts'

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

/** How long the worker may take to answer for the first time, in milliseconds. */
const patience = 30_000

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
  const { workerUrl = '/mockServiceWorker.js', keep = false, handlers = [], ...mockOptions } = options
  const { name = options.baseUrl ?? defaultBaseUrl, ...ofMock } = mockOptions
  checkPage(globalThis, (message) => console.warn(`[posts-understudy] ${message}`))
  const mock = createPostsMock(ofMock)
  const keepNoMore = keepPosts(mock.world, keep, name)
  const worker = setupWorker(...handlers, ...mock.handlers)
  try {
    const started = worker.start({
      serviceWorker: { url: workerUrl },
      quiet: true,
      onUnhandledFrame: 'bypass',
    })
    await Promise.race([started, silence(workerUrl)])
  } catch (error) {
    keepNoMore()
    throw isUnderstudyError(error) ? error : await explainFailure(error, workerUrl)
  }
  console.info(`[posts-understudy] A mock answers ${options.baseUrl ?? defaultBaseUrl}/posts in this page.`)
  return Object.defineProperties({} as StartedPosts, {
    ...Object.getOwnPropertyDescriptors(mock),
    ...Object.getOwnPropertyDescriptors({
      useHandlers: (own: readonly HttpHandler[]) => worker.resetHandlers(...own, ...mock.handlers),
      async stop() {
        keepNoMore()
        mock.faults.clear()
        await worker.stop()
      },
    }),
  })
}

/** Another script than MSW's would never answer. */
async function silence(workerUrl: string): Promise<never> {
  await abortable(patience, undefined, realTimers).done
  throw unavailable(`the script at "${workerUrl}" does not answer. Is it MSW's?`)
}
