import { setupWorker } from 'msw/browser'
import type { HttpHandler } from 'msw/http'
import { addressInWords, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { extended } from '../../handlers/model/extended.ts'
import { createMock, type PostsMock, type PostsMockOptions } from '../mock/mock.ts'
import { type Keep, keepPosts } from './keep-posts.ts'
import { explainFailure, withTimeout } from './worker-failure.ts'

/** Options of `startPosts`: those of `createPostsMock` and the following; all have defaults. */
export interface StartPostsOptions extends PostsMockOptions {
  /** The address of MSW's worker script, which `npx msw init public/` creates. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * Where the posts are stored between reloads of the page: in the tab (`tab`), in the browser, for all tabs of the
   * origin (`browser`; the last one to write wins), or nowhere (`false`). Faults and journal are never stored. Default `false`.
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

/** The latest started mock. */
let latest: Promise<StartedPosts | undefined> = Promise.resolve(undefined)

/** Starts the service worker with the handlers of a new mock; stops the mock before it. */
export function answerPage(options: StartPostsOptions): Promise<StartedPosts> {
  const { workerUrl = '/mockServiceWorker.js', keep = false, handlers = [], name, ...ofMock } = options
  const baseUrl = options.baseUrl ?? defaultBaseUrl
  const before = latest
  const started = (async () => {
    const mock = createMock(ofMock)
    // MSW permits one worker for a page.
    await (await before)?.stop()
    const stopKeeping =
      keep === false
        ? () => {}
        : keepPosts({
            world: mock.world,
            storage: keep === 'tab' ? sessionStorage : localStorage,
            key: `posts-understudy ${name ?? baseUrl}`,
          })
    const worker = setupWorker(...handlers, ...mock.handlers)
    try {
      const begun = worker.start({
        serviceWorker: { url: workerUrl },
        quiet: true,
        onUnhandledFrame: 'bypass',
      })
      await withTimeout(begun, workerUrl)
    } catch (error) {
      stopKeeping()
      // Removes what MSW has added to the page, without waiting for the worker.
      void Promise.resolve(worker.stop()).catch(() => {})
      throw isUnderstudyError(error) ? error : await explainFailure(error, workerUrl)
    }
    console.info(`[posts-understudy] A mock answers ${addressInWords(`${baseUrl}/posts`)} in this page.`)
    let isStopped = false
    return extended(mock, {
      useHandlers: (own: readonly HttpHandler[]) => worker.resetHandlers(...own, ...mock.handlers),
      async stop() {
        if (isStopped) return
        isStopped = true
        stopKeeping()
        mock.faults.clear()
        await worker.stop()
      },
    })
  })()
  // If the start fails, the mock before it still answers.
  latest = started.catch(() => before)
  return started
}
