import type { World } from '../../handlers/world/world.ts'
import { ControlClient } from '../control/control-client.ts'
import { clientControl } from './client-control.ts'
import type { PanelControl } from './control.ts'

/** Options of {@link localControl}. */
export interface LocalControlOptions {
  /** The base address of the posts, for copied commands. Default `/v1` of the page's origin. */
  readonly postsUrl?: string
}

/**
 * Controls a mock in this page, by the same control API as a server's.
 *
 * @param mock the result of `createPostsMock` or `startPosts`.
 * @example
 * const mock = await startPosts()
 * mountPanel({ control: localControl(mock) })
 */
export function localControl(
  { world }: { readonly world: World },
  { postsUrl = '/v1' }: LocalControlOptions = {},
): PanelControl {
  const base = new URL(postsUrl, globalThis.location?.href ?? 'http://localhost').href.replace(/\/$/, '')
  let app: ReturnType<typeof loadApp> | undefined
  const client = new ControlClient({
    url: new URL('http://localhost/_understudy/'),
    world: undefined,
    token: undefined,
    unreachable: (error) => error,
    refused: (reason) => new Error(reason),
    async fetch(input, init) {
      app ??= loadApp(world)
      return (await app).fetch(new Request(input, init))
    },
  })
  return clientControl(client, { place: 'this page', postsUrl: base })
}

/** Loaded on demand: a page may never open its panel. */
async function loadApp(world: World) {
  const [{ createControlApp }, { Worlds }, { limits }] = await Promise.all([
    import('../control/control-app.ts'),
    import('../control/worlds.ts'),
    import('../control/limits.ts'),
  ])
  return createControlApp(new Worlds(world, limits.worldTtl), {
    basePath: '/v1',
    keeping: (_world, task) => task(),
    seederFor: async () => (await import('../../handlers/seed/word-seeder.ts')).wordSeeder,
  })
}
