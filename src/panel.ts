import { type MountedPanel, mountButton } from './panel/mount-panel.ts'
import { mockSource, type PanelMock, type PanelServer, serverSource } from './panel/source.ts'

export type { MountedPanel } from './panel/mount-panel.ts'
export type { PanelMock, PanelServer } from './panel/source.ts'

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
  return mountButton('server' in of ? serverSource(of) : mockSource(of))
}
