import { type HttpHandler, http } from 'msw/http'
import { connectionReset, createApp } from '../../handlers/app.ts'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { operations } from '../../handlers/operations.ts'
import type { World } from '../../handlers/world/world.ts'
import { createWorld, type MockSettings } from './environment.ts'
import { createWorldHandle, type WorldHandle } from './world-handle.ts'

/** Options of {@link createPostsMock}; all have defaults. */
export interface PostsMockOptions extends MockSettings {
  /**
   * The base address of the posts: absolute, of the page's origin (`/v1`), or of any origin (`*\/v1`). Default: `/v1` of any
   * origin.
   */
  readonly baseUrl?: string
}

/** A mock of the posts service: store, profile, handlers, faults and journal. */
export interface PostsMock extends WorldHandle {
  /** The option `baseUrl`. */
  readonly baseUrl: string
  /** MSW handlers: `setupServer(...mock.handlers)`, `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly HttpHandler[]
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
  const { baseUrl = defaultBaseUrl, ...settings } = options
  return createMockOf(createWorld(settings, test), new BaseUrl(baseUrl))
}

function createMockOf(world: World, baseUrl: BaseUrl): PostsMock {
  return Object.assign(createWorldHandle(world), {
    baseUrl: baseUrl.text,
    handlers: createHandlers(baseUrl, world),
    fetch: createFetch(baseUrl, world),
    fork: () => createMockOf(world.fork(), baseUrl),
  })
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/**
 * The MSW handlers of a world: one for each operation, and one for all other requests below the base address (other methods
 * and paths, HEAD, preflights).
 */
function createHandlers(baseUrl: BaseUrl, world: World): HttpHandler[] {
  const app = createApp({ base: baseUrl, world })
  const resolve = ({ request }: { request: Request }) => app(request)
  const ofOperations = operations.map(({ method, path }) => methods[method](baseUrl.pattern(path), resolve))
  return [...ofOperations, ...['', '/*'].map((path) => http.all(baseUrl.pattern(path), resolve))]
}

/**
 * A `fetch` that a world answers, without interception and network, for clients that accept a `fetch` function. It rejects
 * like the real one (TypeError for a lost connection, AbortError), and with `OUTSIDE_BASE_URL` for an address that is not
 * below the base URL. Relative addresses are relative to the page, or to `http://localhost`.
 */
function createFetch(baseUrl: BaseUrl, world: World): typeof globalThis.fetch {
  const app = createApp({ base: baseUrl, world })
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : absolute(input), init)
    request.signal.throwIfAborted()
    const response = await app(request)
    if (!response) {
      throw new UnderstudyError(
        'OUTSIDE_BASE_URL',
        `Failed to fetch ${request.method} ${request.url}: it is not below the base URL "${baseUrl.text}". Change \`baseUrl\`, or send it with the real fetch.`,
      )
    }
    request.signal.throwIfAborted()
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() })
    return Object.defineProperty(response, 'url', { value: request.url })
  }
}

function absolute(input: string | URL): string | URL {
  return URL.canParse(input) ? input : new URL(input, globalThis.location?.href ?? 'http://localhost')
}
