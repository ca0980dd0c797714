import type { World } from '../handlers/world/world.ts'
import { ControlClient } from './control/control-client.ts'
import { type MountedPanel, mountButton } from './panel/mount-panel.ts'

export type { MountedPanel } from './panel/mount-panel.ts'

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

/**
 * Adds the panel to the page: a button in the bottom right corner, which opens it in a frame. Replaces an existing panel. The
 * event `posts-understudy:change` on `window` says that the posts or the profile changed.
 *
 * @param of a mock in this page, or a server.
 * @example
 * const mock = await startPosts()
 * mountPanel(mock)
 * @example
 * mountPanel({ server: 'http://127.0.0.1:4010/v1' })
 */
export function mountPanel(of: PanelMock | PanelServer): MountedPanel {
  return mountButton('server' in of ? new ControlClient(of) : clientInPage(of))
}

/** The control API of a server runs in the page, too. It is loaded on demand: the page has its mock before its panel. */
function clientInPage({ world }: PanelMock): ControlClient {
  let app: ReturnType<typeof loadApp> | undefined
  return new ControlClient({
    server: 'http://localhost',
    async fetch(input, init) {
      app ??= loadApp(world)
      return (await app).fetch(new Request(input, init), {})
    },
  })
}

async function loadApp(world: World) {
  const { createControlApp } = await import('./control/control-app.ts')
  const { Worlds } = await import('./control/worlds.ts')
  return createControlApp(new Worlds(world), { keeping: (_world, task) => task() })
}
