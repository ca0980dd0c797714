import { setupWorker } from 'msw/browser'
import type { HttpHandler } from 'msw/http'
import { defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { extended } from '../../handlers/model/extended.ts'
import { noSeeder, type Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { createMock, type PostsMockOptions } from '../mock/mock.ts'
import type { Keep } from './mirror.ts'
import type { StartedPosts, StartPostsOptions } from './started-posts.ts'
import { explainFailure, unlessSilent } from './worker-failure.ts'

/** Resolves once the latest start is over, with what answers then. */
let latest: Promise<StartedPosts | undefined> = Promise.resolve(undefined)

/** Starts the service worker with a mock's handlers; a mock that was started before ends. */
export function answerPage(options: StartPostsOptions): Promise<StartedPosts> {
  const { workerUrl = '/mockServiceWorker.js', keep = false, handlers = [], name, ...ofMock } = options
  const baseUrl = options.baseUrl ?? defaultBaseUrl
  const before = latest
  const started = (async () => {
    const mock = createMock(ofMock, await seederFor(ofMock))
    // MSW lets one at a time answer a page.
    await (await before)?.stop()
    const keepNoMore = await keepPosts(mock.world, keep, name ?? baseUrl)
    const worker = setupWorker(...handlers, ...mock.handlers)
    try {
      const begun = worker.start({
        serviceWorker: { url: workerUrl },
        quiet: true,
        onUnhandledFrame: 'bypass',
      })
      await unlessSilent(begun, workerUrl)
    } catch (error) {
      keepNoMore()
      // What MSW has put into the page would be in the way of the next start. It waits for the worker, and we do not.
      void Promise.resolve(worker.stop()).catch(() => {})
      throw isUnderstudyError(error) ? error : await explainFailure(error, workerUrl)
    }
    console.info(`[posts-understudy] A mock answers ${baseUrl}/posts in this page.`)
    let isStopped = false
    return extended(mock, {
      useHandlers: (own: readonly HttpHandler[]) => worker.resetHandlers(...own, ...mock.handlers),
      async stop() {
        if (isStopped) return
        isStopped = true
        keepNoMore()
        mock.faults.clear()
        await worker.stop()
      },
    })
  })()
  // What did not begin leaves the one that answers alone.
  latest = started.catch(() => before)
  return started
}

/** Most pages keep nothing, and load nothing that could. @returns what ends it. */
async function keepPosts(world: World, keep: Keep, name: string): Promise<() => void> {
  if (keep === false) return () => {}
  return (await import('./mirror.ts')).keepPosts(world, keep, name)
}

/** The words that seeded posts are made of; where the posts are given, as the Vite plugin does, no page loads them. */
async function seederFor({ posts = 25 }: PostsMockOptions): Promise<Seeder> {
  return typeof posts === 'number'
    ? (await import('../../handlers/seed/word-seeder.ts')).wordSeeder
    : noSeeder
}
