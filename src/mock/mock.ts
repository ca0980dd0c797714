import type { HttpHandler } from 'msw/http'
import { type App, createApp, isPassthrough } from '../../handlers/app.ts'
import { createHandlers } from '../../handlers/handlers.ts'
import { BaseUrl } from '../../handlers/http/base-url.ts'
import { outsideInterface } from '../../handlers/http/warning.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OwnHandlers, World } from '../../handlers/world/world.ts'
import { createWorld, type MockSettings } from './environment.ts'
import { followRedirects, redirected } from './redirect.ts'
import { createWorldHandle, type WorldHandle } from './world-handle.ts'

/** A global of a page whose requests a test answers. */
export const answeredByTest = '__postsUnderstudyTest'

type Handlers = readonly HttpHandler[]

/** MSW's HTTP handlers, or a function that makes them from a world (`({ posts }) => [...]`), once for each. */
export type HandlersOption = Handlers | ((world: WorldHandle) => Handlers | Promise<Handlers>)

/** Options of {@link createPostsMock}; all have defaults. */
export interface PostsMockOptions extends MockSettings {
  /**
   * The base address of the posts: absolute, of the page's origin (`/v1`), or of any origin (`*\/v1`). Default: `/v1` of any
   * origin, and of it only `/posts` and what is below.
   */
  readonly baseUrl?: string
  /**
   * Your own MSW handlers, for any address: a list, or a function that makes it from a world. They are asked before the mock, and
   * its CORS headers, credentials, latency, limits, faults and journal are theirs, too. Default none.
   */
  readonly handlers?: HandlersOption
}

/** A mock of the posts service: store, profile, handlers, faults and journal. */
export interface PostsMock extends WorldHandle {
  /** The option `baseUrl`. */
  readonly baseUrl: string
  /** MSW handlers: `setupServer(...mock.handlers)`, `setupWorker(...mock.handlers)`. */
  readonly handlers: HttpHandler[]
  /** The mock as a function, for hosts: undefined for a request that it does not answer. */
  readonly app: App
  /** A `fetch` function that the mock answers, without interception. */
  readonly fetch: typeof globalThis.fetch
  /** Creates a separate mock with the current posts and profile. */
  fork(): PostsMock
}

/**
 * Creates a mock of the posts service with a store, a profile, MSW handlers, faults and a journal.
 *
 * @param options see {@link PostsMockOptions}; all have defaults.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 * @example
 * const mock = createPostsMock({ baseUrl: 'https://api.example.com/v1', posts: 3 })
 * const response = await mock.fetch('https://api.example.com/v1/posts/1')
 */
export function createPostsMock(options: PostsMockOptions = {}): PostsMock {
  return createMockFor(options)
}

/** Creates the mock of a test, where its name is known. */
export function createMockFor(options: PostsMockOptions, test?: string): PostsMock {
  const { baseUrl, handlers, ...settings } = options
  const base = new BaseUrl(baseUrl)
  const world = createWorld(settings, test)
  const failed = (sentence: string) => console.warn(`[posts-understudy] ${sentence}`)
  world.own = handlers && { of: handlersByWorld(handlers), failed }
  return createMockOf(world, base)
}

function createMockOf(world: World, baseUrl: BaseUrl): PostsMock {
  const app = createApp({ base: baseUrl, world })
  return Object.assign(createWorldHandle(world), {
    baseUrl: baseUrl.text,
    app,
    handlers: createHandlers(baseUrl, app, world),
    fetch: createFetch(baseUrl, app),
    fork: () => createMockOf(world.fork(), baseUrl),
  })
}

/** The handlers of each world; a function of the user is called once for each. */
export function handlersByWorld(given: HandlersOption): OwnHandlers['of'] {
  if (typeof given !== 'function') return () => given
  const made = new WeakMap<World, Handlers | Promise<Handlers>>()
  return (world) => {
    const handlers = made.get(world) ?? given(createWorldHandle(world))
    made.set(world, handlers)
    return handlers
  }
}

/**
 * A `fetch` that a world answers, without interception and network, for clients that accept a `fetch` function. It rejects
 * like the real one (TypeError for a lost connection, AbortError), and with `OUTSIDE_BASE_URL` for an address that is not
 * below the base URL. Relative addresses are relative to the page, or to `http://localhost`.
 */
function createFetch(baseUrl: BaseUrl, app: App): typeof globalThis.fetch {
  return async (input, init) => {
    const page = globalThis.location?.href ?? 'http://localhost'
    const request = new Request(input instanceof Request ? input : new URL(input, page), init)
    request.signal.throwIfAborted()
    const first = await app(request)
    if (!first) {
      throw new UnderstudyError(
        'OUTSIDE_BASE_URL',
        `Failed to fetch ${request.method} ${request.url}: it is not below the base URL "${baseUrl.answered}". Change \`baseUrl\`, or send it with the real fetch.`,
      )
    }
    request.signal.throwIfAborted()
    if (isPassthrough(first)) return globalThis.fetch(request)
    if (request.redirect === 'error' && redirected(request, first))
      throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    const follows = request.redirect === 'follow'
    const last = follows ? await followRedirects(app, request, first) : { request, response: first }
    if (last.response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() })
    return Object.defineProperties(last.response, {
      url: { value: last.request.url },
      redirected: { value: last.request !== request },
    })
  }
}

/** The error of a connection that the other side resets: HTTP clients in Node decide by its code whether they retry. */
export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104, syscall: 'read' })
}

/**
 * The errors that fail a test at its end: in strict mode requests beyond the document. An unused planned fault is only a warning,
 * because its request may still be pending.
 */
export function testProblems({ options, journal, faults }: World): UnderstudyError[] {
  const planned = faults.settings.next.map(({ operation, fault }) => `${operation} ${stringifyJson(fault)}`)
  if (planned.length > 0)
    console.warn(
      `[posts-understudy] No request met the planned fault ${[...new Set(planned)].join(', ')} before the test ended. Wait for the request, or take the fault back with faults.clear().`,
    )
  const { warnings } = journal
  return options.strict && warnings.length > 0 ? [outsideInterface(warnings)] : []
}
