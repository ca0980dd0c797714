import { setupWorker } from 'msw/browser'
import type { HttpHandler } from 'msw/http'
import { defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { extended } from '../../handlers/model/members.ts'
import { createPostsMock, type PostsMock, type PostsMockOptions } from '../mock/mock.ts'
import { type Keep, keepPosts } from './keep-posts.ts'
import { waitForStart } from './worker-failure.ts'

/** Options of `startPosts`: those of `createPostsMock` and the following; all have defaults. */
export interface StartPostsOptions extends PostsMockOptions {
  /** The address of MSW's worker script, which `npx msw init public/` creates. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * Where the posts are stored between reloads of the page: in the tab (`tab`), in the browser, for all tabs of the
   * origin (`browser`; the last one to write wins), or nowhere (`false`). Faults and journal are never stored. Default `false`.
   */
  readonly keep?: Keep
  /** MSW handlers that run before the mock. Default none. */
  readonly handlers?: readonly HttpHandler[]
}

/** A mock that answers the requests of this page. */
export interface StartedPosts extends PostsMock {
  /** Stops answering and storing, and ends hanging requests. Posts and journal stay readable. */
  stop(): Promise<void>
}

/** The latest started mock. */
let latest: Promise<StartedPosts | undefined> = Promise.resolve(undefined)

/** Starts the service worker with the handlers of a new mock; stops the mock before it. */
export function answerPage(options: StartPostsOptions): Promise<StartedPosts> {
  const before = latest
  const started = start(options, before)
  // If the start fails, the mock before it still answers.
  latest = started.catch(() => before)
  return started
}

async function start(
  { workerUrl = '/mockServiceWorker.js', keep = false, handlers = [], ...ofMock }: StartPostsOptions,
  before: Promise<StartedPosts | undefined>,
): Promise<StartedPosts> {
  const { baseUrl = defaultBaseUrl, posts, seed } = ofMock
  const mock = createPostsMock(ofMock)
  // MSW permits one worker for a page.
  await (await before)?.stop()
  const worker = setupWorker(...handlers, ...mock.handlers)
  try {
    const serviceWorker = { url: workerUrl }
    await waitForStart(worker.start({ serviceWorker, quiet: true, onUnhandledFrame: 'bypass' }), workerUrl)
  } catch (error) {
    // Removes what MSW has added to the page, without waiting for the worker.
    void Promise.resolve(worker.stop()).catch(() => {})
    throw error
  }
  const storage = keep === 'tab' ? sessionStorage : localStorage
  const key = `posts-understudy ${baseUrl}`
  const begun = stringifyJson([posts, seed])
  const stopKeeping = keep ? keepPosts({ world: mock.world, storage, key, begun }) : () => {}
  console.info(`[posts-understudy] A mock answers ${baseUrl}/posts in this page.`)
  let isStopped = false
  return extended(mock, {
    async stop() {
      if (isStopped) return
      isStopped = true
      stopKeeping()
      mock.faults.clear()
      await worker.stop()
    },
  })
}
