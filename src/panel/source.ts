import type { World } from '../../handlers/world/world.ts'
import { ControlClient } from '../control/control-client.ts'

/** A mock in this page: the result of `createPostsMock` or `startPosts`. */
export interface PanelMock {
  readonly world: World
}

/** A server with a control API: of `posts-understudy serve`, or a Vite dev server. */
export interface PanelServer {
  /** The address of the posts, such as `http://127.0.0.1:4010/v1`, or `/v1` of this page's server. */
  readonly server: string
  /** The token that the server printed. Only needed if the server listens for other machines. */
  readonly token?: string | undefined
  /** The world. Default the base world. */
  readonly world?: string | undefined
}

/** The mock that a panel shows. */
export interface PanelSource {
  readonly client: ControlClient
  /** The name of its world; undefined for the base world. */
  readonly world?: string | undefined
  /** The address of the panel as a page; undefined if the mock is in this page. */
  readonly pageUrl?: string
}

export function serverSource({ server, token, world }: PanelServer): PanelSource {
  const url = new URL(server, location.href)
  const client = new ControlClient({ server: url, token, world })
  const page = client.urlOf('panel')
  // The browser does not send the part after #.
  if (token !== undefined) page.hash = `token=${encodeURIComponent(token)}`
  return { client, world, pageUrl: page.href }
}

/** The control API of a server runs in the page, too. */
export function mockSource({ world }: PanelMock): PanelSource {
  let app: ReturnType<typeof loadApp> | undefined
  const client = new ControlClient({
    server: new URL('http://localhost'),
    async fetch(input, init) {
      app ??= loadApp(world)
      return (await app).fetch(new Request(input, init), {})
    },
  })
  return { client }
}

/** Loaded on demand: the page has its mock before its panel. */
async function loadApp(world: World) {
  const { createControlApp } = await import('../control/control-app.ts')
  const { Worlds } = await import('../control/worlds.ts')
  return createControlApp(new Worlds(world), { keeping: (_world, task) => task() })
}
