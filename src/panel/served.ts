import { defineDock } from './dock-elements.ts'
import { type MountedPanel, type PanelOptions, placePanel } from './place-panel.ts'
import { remoteControl } from './remote-control.ts'

/*
 * The panel as a server hands it out, in one file at `/_understudy/panel.js`. Loaded with a query (`?posts=/v1`, and
 * `&world=` for another world than the base) it mounts itself, and drives the control API beside which it lies.
 */

export { remoteControl } from './remote-control.ts'

/** Puts the panel into the page, with all of it here already. */
export function mountPanel(options: PanelOptions): MountedPanel {
  return placePanel(options, defineDock)
}

const own = new URL(import.meta.url)
const { searchParams } = own

if (searchParams.size > 0) {
  mountPanel({
    control: remoteControl({
      controlUrl: new URL('.', own).href,
      postsUrl: searchParams.get('posts') ?? '/v1',
      world: searchParams.get('world') ?? undefined,
    }),
  })
}
