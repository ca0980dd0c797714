import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import type { PartialProfile, ProfileOption } from '../../../handlers/choices/profile.ts'
import { BaseUrl } from '../../../handlers/http/base-url.ts'
import type { InitialPost } from '../../../handlers/store/seeding.ts'
import { testProblems } from '../../../handlers/world/test-problems.ts'
import { matcherFor } from '../route-matcher.ts'
import { createServedPosts, ifMissing, type ServedPosts } from './served-posts.ts'
import { controlServer } from './server-control.ts'

/** The server, and the initial state of each test. */
export interface ServedPostsOptions {
  /** The address of the posts on a running `posts-understudy serve`, such as `http://127.0.0.1:4010/v1`. */
  readonly server: string
  /** The token that the server printed. Only needed if the server listens for other machines. */
  readonly token?: string
  /**
   * The base address that the pages use, if it differs from `server`, such as `*\/v1` through the
   * proxy of a development server. Default the server's own.
   */
  readonly baseUrl?: string
  /** The initial posts of each test. Default the current posts of the server's base world. */
  readonly posts?: number | readonly InitialPost[]
  /** The profile of each test. Default that of the server. */
  readonly profile?: ProfileOption | PartialProfile
  /**
   * Whether a request beyond the interface document fails the test. The server refuses it only with `serve
   * --strict`. Default false.
   */
  readonly strict?: boolean
}

/** The world of one test with its clean-up. */
export interface ServedWorld {
  readonly posts: ServedPosts
  problems(): Promise<readonly Error[]>
  /** Deletes the world. */
  close(): Promise<void>
}

/**
 * Opens a world on a server for one test.
 * @throws UnderstudyError `OPTION_INVALID`, `BASE_URL_INVALID`, `PROVIDER_UNREACHABLE`
 */
export async function openServedWorld(options: ServedPostsOptions): Promise<ServedWorld> {
  const world = `playwright ${randomUUID()}`
  const control = controlServer(options.server, world, options.token)
  const baseUrl = new BaseUrl(options.baseUrl ?? options.server)
  const posts = createServedPosts(world, control, listener(baseUrl, { 'x-understudy-world': world }))
  const path = `worlds/${encodeURIComponent(world)}`
  // Forks the current base world.
  await control.call('PUT', path)
  // The server may have deleted an unused world already.
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

/** Adds the header of the world to requests to the server only. */
function listener(baseUrl: BaseUrl, headers: Readonly<Record<string, string>>): ServedPosts['listen'] {
  const name = async (route: Route) => {
    const request = route.request()
    const isMeant = !request.isNavigationRequest() && baseUrl.split(new URL(request.url()))
    await route.fallback(isMeant ? { headers: { ...request.headers(), ...headers } } : {})
  }
  return async (context) => void (await context.route(matcherFor(baseUrl, 'bypass'), name))
}
