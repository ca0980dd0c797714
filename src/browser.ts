import type { StartedPosts, StartPostsOptions } from './browser/answer-page.ts'
import { checkPage } from './browser/worker-failure.ts'

export type { StartedPosts, StartPostsOptions } from './browser/answer-page.ts'
export type { Keep } from './browser/keep-posts.ts'

/**
 * Starts a mock that answers the requests of this page with MSW's service worker; await it before the first request. A later
 * call replaces the mock.
 *
 * @param options see {@link StartPostsOptions}; all have defaults.
 * @throws UnderstudyError `WORKER_UNAVAILABLE` if the browser has no service workers or blocks them, `WORKER_MISSING` if there is no
 * worker script, and the errors of `createPostsMock`.
 * @example
 * import { startPosts } from 'posts-understudy/browser'
 *
 * const mock = await startPosts({ keep: 'browser' })
 * mock.faults.latency(300)
 */
export async function startPosts(options: StartPostsOptions = {}): Promise<StartedPosts> {
  checkPage(globalThis)
  // Imported after the check: in an unsupported page, loading MSW can fail.
  const { answerPage } = await import('./browser/answer-page.ts')
  return await answerPage(options)
}
