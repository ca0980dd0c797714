import { checkPage } from './page-check.ts'
import type { StartedPosts, StartPostsOptions } from './started-posts.ts'

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
 * const mock = await startPosts({ keep: 'browser' })
 * mock.faults.latency(300)
 */
export async function startPosts(options: StartPostsOptions = {}): Promise<StartedPosts> {
  checkPage(globalThis, (message) => console.warn(`[posts-understudy] ${message}`))
  // MSW fails as soon as it is loaded in some of the pages that were refused here.
  const { answerPage } = await import('./answer-page.ts')
  return await answerPage(options)
}
