import type { World } from '../../handlers/world/world.ts'
import { ControlClient } from '../control/control-client.ts'
import type { PanelSource } from './source.ts'

/** A mock in this page: the result of `createPostsMock` or `startPosts`. */
export interface PanelMock {
  readonly world: World
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}

/** The control API of a server runs in the page, too. */
export function mockSource(mock: PanelMock): PanelSource {
  let app: ReturnType<typeof loadApp> | undefined
  const client = new ControlClient({
    server: new URL('http://localhost'),
    async fetch(input, init) {
      app ??= loadApp(mock.world)
      return (await app).fetch(new Request(input, init))
    },
  })
  const base = new URL(mock.baseUrl.replace('*', '') || '/', location.href)
  return { client, postsUrl: base.href.replace(/\/$/, ''), fetch: mock.fetch }
}

/** Loaded on demand: the page has its mock before its panel. */
async function loadApp(world: World) {
  const [{ createControlApp }, { Worlds }, { limits }] = await Promise.all([
    import('../control/control-app.ts'),
    import('../control/worlds.ts'),
    import('../control/limits.ts'),
  ])
  return createControlApp(new Worlds(world, limits.worldTtl), {
    keeping: (_world, task) => task(),
  })
}
