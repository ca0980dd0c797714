import type { World } from '../handlers/world/world.ts'
import { ControlClient, type ControlServer } from './control/control-client.ts'
import { type MountedPanel, mountButton } from './panel/mount-panel.ts'
import type { PostsChange } from './panel/panel.ts'

export type { ControlServer as PanelServer } from './control/control-client.ts'
export type { MountedPanel } from './panel/mount-panel.ts'
export type { PostsChange } from './panel/panel.ts'

declare global {
  interface WindowEventMap {
    'posts-understudy:change': CustomEvent<PostsChange>
  }
}

/** A mock in this page: the result of `createPostsMock` or `startPosts`. */
export interface PanelMock {
  readonly world: World
}

/**
 * Adds the panel to the page: a button in the bottom right corner, which opens it in a frame. Replaces an existing panel. The
 * event `posts-understudy:change` on `window` says that the posts or the profile changed, and its `detail.by` who did it.
 *
 * @param of a mock in this page, or a server.
 * @example
 * const mock = await startPosts()
 * mountPanel(mock)
 * @example
 * mountPanel({ server: 'http://127.0.0.1:4010/v1' })
 */
export function mountPanel(of: PanelMock | ControlServer): MountedPanel {
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
  return createControlApp(new Worlds(world))
}
