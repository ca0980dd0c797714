import { setupWorker } from 'msw/browser'
import type { HttpHandler } from 'msw/http'
import { defaultBaseUrl } from '../../handlers/base-url.ts'
import { abortable, realTimers } from '../../handlers/timers.ts'
import { isUnderstudyError } from '../errors.ts'
import { createPostsMock } from '../index.browser.ts'
import { keepPosts } from './keep-posts.ts'
import { explainFailure, unavailable } from './page-check.ts'
import type { StartedPosts, StartPostsOptions } from './start-posts.ts'

/** How long the worker may take to answer for the first time, in milliseconds. */
const patience = 30_000

/** Settles once the latest start is over, with what it has started. */
let latest: Promise<StartedPosts | undefined> = Promise.resolve(undefined)

/** Starts the service worker with a mock's handlers; a mock that was started before ends. */
export function answerPage(options: StartPostsOptions): Promise<StartedPosts> {
  const { workerUrl = '/mockServiceWorker.js', keep = false, handlers = [], name, ...ofMock } = options
  const baseUrl = options.baseUrl ?? defaultBaseUrl
  const mock = createPostsMock(ofMock)
  const before = latest
  const started = (async () => {
    // MSW lets one at a time answer a page.
    await (await before.catch(() => undefined))?.stop()
    const keepNoMore = keepPosts(mock.world, keep, name ?? baseUrl)
    const worker = setupWorker(...handlers, ...mock.handlers)
    try {
      const begun = worker.start({
        serviceWorker: { url: workerUrl },
        quiet: true,
        onUnhandledFrame: 'bypass',
      })
      await Promise.race([begun, silence(workerUrl)])
    } catch (error) {
      keepNoMore()
      throw isUnderstudyError(error) ? error : await explainFailure(error, workerUrl)
    }
    console.info(`[posts-understudy] A mock answers ${baseUrl}/posts in this page.`)
    let isStopped = false
    return Object.defineProperties({} as StartedPosts, {
      ...Object.getOwnPropertyDescriptors(mock),
      ...Object.getOwnPropertyDescriptors({
        useHandlers: (own: readonly HttpHandler[]) => worker.resetHandlers(...own, ...mock.handlers),
        async stop() {
          if (isStopped) return
          isStopped = true
          keepNoMore()
          mock.faults.clear()
          await worker.stop()
        },
      }),
    })
  })()
  latest = started
  return started
}

/** Another script than MSW's would never answer. */
async function silence(workerUrl: string): Promise<never> {
  await abortable(patience, undefined, realTimers).done
  throw unavailable(`the script at "${workerUrl}" does not answer. Is it MSW's?`)
}
