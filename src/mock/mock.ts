import type { HttpHandler } from 'msw/http'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { refuseUnknownOptions } from '../../handlers/model/known-options.ts'
import { createHandlers } from '../../handlers/msw.ts'
import type { Seeder } from '../../handlers/seed/seeder.ts'
import { createWorld, type WorldSettings, worldSettingNames } from '../../handlers/world/create-world.ts'
import type { World } from '../../handlers/world/world.ts'
import { createFetch } from './fetch.ts'
import { createWorldFace, type WorldFace } from './world-face.ts'

/** What {@link createPostsMock} takes; every option has a default. */
export interface PostsMockOptions extends WorldSettings {
  /**
   * The base address to answer below: absolute, of the page's own origin (`/v1`), of any origin (a `*` before the
   * path), or `*` for whatever comes before `/posts`. Default: `/v1` of any origin.
   */
  readonly baseUrl?: string
}

/** A mock of the posts service: store, profile, handlers, faults and journal. */
export interface PostsMock extends WorldFace {
  /** MSW handlers: `setupServer(...mock.handlers)`, `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly HttpHandler[]
  /** The same without any interception, for clients that take a `fetch`. */
  readonly fetch: typeof globalThis.fetch
  /** A mock of its own that begins with this one's posts and profile of now. */
  fork(): PostsMock
}

/** Makes a mock whose seeded posts come from a given source; `createPostsMock` of each entry is this with its own. */
export function createMock(options: PostsMockOptions, seeder: Seeder): PostsMock {
  refuseUnknownOptions('create a posts mock', options, { baseUrl: true, ...worldSettingNames })
  return createMockOf(createWorld(options, seeder), new BaseUrl(options.baseUrl ?? defaultBaseUrl))
}

function createMockOf(world: World, baseUrl: BaseUrl): PostsMock {
  return Object.assign(createWorldFace(world), {
    handlers: createHandlers(baseUrl, world),
    fetch: createFetch(baseUrl, world),
    fork: () => createMockOf(world.fork(), baseUrl),
  })
}
