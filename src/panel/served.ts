import { mountPanel } from './mount-panel.ts'
import { remoteControl } from './remote-control.ts'

/*
 * The panel as a server hands it out, in one file at `/_understudy/panel.js`. Loaded with a query (`?posts=/v1`, and
 * `&world=` for another world than the base) it mounts itself, and drives the control API beside which it lies.
 */

export { mountPanel } from './mount-panel.ts'
export { remoteControl } from './remote-control.ts'

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
