import { randomUUID } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Route } from '@playwright/test'
import type { PartialProfile, ProfileOption } from '../../../handlers/choices/profile.ts'
import { BaseUrl } from '../../../handlers/http/base-url.ts'
import type { InitialPost } from '../../../handlers/store/seeding.ts'
import { testProblems } from '../../../handlers/world/test-problems.ts'
import { rewriteRequests } from '../request-rewriter.ts'
import { matcherFor } from '../route-matcher.ts'
import { ControlClient } from './control-client.ts'
import { createServedPosts, ifMissing, type ServedPosts } from './served-posts.ts'

/** Where the server is, and how each test begins. */
export interface ServedPostsOptions {
  /** The address of the posts on a running `posts-understudy serve`, such as `http://127.0.0.1:4010/v1`. */
  readonly server: string
  /** The token that the server printed, where it listens for other machines. */
  readonly token?: string
  /**
   * The base address that the pages call, where it is another one that leads to the server, such as `*\/v1` through the
   * proxy of a development server. Default the server's own.
   */
  readonly baseUrl?: string
  /** The posts of each test. Default those that the server's base world has at the moment. */
  readonly posts?: number | readonly InitialPost[]
  /** The profile of each test. Default that of the server. */
  readonly profile?: ProfileOption | PartialProfile
  /** Fail a test that went beyond the interface document. What is refused is for the server to say (`serve --strict`). Default false. */
  readonly strict?: boolean
}

/** The world of one test, and how it ends. */
export interface ServedWorld {
  readonly posts: ServedPosts
  problems(): Promise<readonly Error[]>
  /** Drops the world. */
  close(): Promise<void>
}

/**
 * Opens a world on a server for one test.
 * @throws UnderstudyError `OPTION_INVALID`, `BASE_URL_INVALID`, `PROVIDER_UNREACHABLE`
 */
export async function openServedWorld(options: ServedPostsOptions): Promise<ServedWorld> {
  const world = `playwright ${randomUUID()}`
  const control = new ControlClient(options.server, world, options.token)
  const baseUrl = new BaseUrl(options.baseUrl ?? options.server)
  const posts = createServedPosts(world, control, listener(baseUrl, control.headers))
  const path = `worlds/${encodeURIComponent(world)}`
  // The test begins with the base world of this moment.
  await control.call('PUT', path)
  // A world that was not used for long is dropped already.
  const close = () => control.call('DELETE', path).catch(ifMissing(undefined))
  try {
    if (options.profile !== undefined) await posts.useProfile(options.profile)
    if (options.posts !== undefined) await posts.seed(options.posts)
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  return {
    posts,
    async problems() {
      const warnings = (await posts.journal.requests()).flatMap((request) => request.warnings)
      const settings = await posts.faults.settings()
      return testProblems({ strict: options.strict, journal: { warnings }, faults: { settings } })
    },
    close,
  }
}

/** Names the world in the requests to the server, and in no others: who else gets them need not know. */
function listener(baseUrl: BaseUrl, headers: Readonly<Record<string, string>>): ServedPosts['listen'] {
  const name = async (route: Route) => {
    const request = route.request()
    const isMeant = !request.isNavigationRequest() && baseUrl.split(new URL(request.url()))
    await route.fallback(isMeant ? { headers: { ...request.headers(), ...headers } } : {})
  }
  return async (context: BrowserContext | APIRequestContext, baseURL?: string) => {
    const requests = 'request' in context ? context.request : context
    rewriteRequests(requests, baseURL, (url) => (baseUrl.split(url) ? { url: url.href, headers } : undefined))
    if ('request' in context) await context.route(matcherFor(baseUrl, 'bypass'), name)
  }
}
