import type { BrowserContext } from '@playwright/test'
import { createApp, isPassthrough } from '../../handlers/app.ts'
import { BaseUrl } from '../../handlers/http/base-url.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import type { World } from '../../handlers/world/world.ts'
import { createMockFor, type PostsMock, testProblems } from '../mock/mock.ts'
import { unhandledPolicy } from '../mock/unhandled.ts'
import type { SetupPostsOptions } from '../node/setup-posts.ts'
import { listen, nodeListener } from '../server/listen.ts'
import { createRouteHost } from './route-host.ts'

/**
 * Options of the fixture `mock`: those of `setupPosts`. `onUnhandledRequest` is for requests by fetch, XMLHttpRequest, beacon or
 * event source; `error` fails the request and the test.
 */
export type PlaywrightPostsOptions = SetupPostsOptions

/** A mock that answers the requests of a test's pages. */
export interface PlaywrightPosts extends PostsMock {
  /**
   * Also answers another context, from `browser.newContext()`.
   * @example await mock.listen(await browser.newContext({ serviceWorkers: 'block' }))
   */
  listen(context: BrowserContext): Promise<void>
  /**
   * Also answers on a free port of this machine, until the test ends. For API requests, which no route sees.
   *
   * @returns the base address, such as `http://127.0.0.1:41234/v1`.
   * @example await request.get(`${await mock.serve()}/posts`)
   */
  serve(): Promise<string>
}

/** @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID` */
export function createPlaywrightPosts(options: PlaywrightPostsOptions, test?: string) {
  const { onUnhandledRequest = 'near-miss', ...mockOptions } = options
  const mock = createMockFor(mockOptions, test)
  const { world } = mock
  const baseUrl = new BaseUrl(options.baseUrl)
  const unhandled = unhandledPolicy(onUnhandledRequest, baseUrl)
  const pages = createRouteHost({ world, app: mock.app, baseUrl, unhandled })
  let served: ReturnType<typeof serveWorld> | undefined
  const posts: PlaywrightPosts = Object.assign(mock, {
    listen: pages.listen,
    async serve() {
      served ??= serveWorld(world, baseUrl)
      return (await served).url
    },
    reset() {
      pages.problems.push(...testProblems(world))
      world.reset()
    },
  })
  return {
    posts,
    /** Stops answering, and ends hanging requests. Returns the problems that must fail the test. */
    async close(): Promise<readonly Error[]> {
      pages.problems.push(...testProblems(world))
      world.faults.clear()
      await (await served)?.close()
      return pages.problems
    },
  }
}

/** Answers a world on a free port of this machine, without a control API. */
async function serveWorld(world: World, { path: basePath }: BaseUrl) {
  const app = createApp({ base: new BaseUrl(basePath || '/', { origin: '' }), world, isLast: true })
  const listener = nodeListener(async (request, env) => {
    const response = await app(request, env)
    return response && !isPassthrough(response)
      ? response
      : refuse(404, `The posts are at ${basePath}/posts.`)
  })
  const { origin, close } = await listen(listener, {})
  return { url: origin + basePath, close }
}
