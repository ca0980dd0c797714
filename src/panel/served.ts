import { mountPanel } from './mount-panel.ts'
import { remoteControl } from './remote-control.ts'

/*
 * The panel as a server hands it out, in one file at `/_understudy/panel.js`. Loaded with a query (`?posts=/v1`, and
 * `&world=` for another world than the base) it mounts itself, and drives the control API beside which it lies. A server that
 * asks for a token prints an address of the page that ends in `#token=TOKEN`.
 */

export { mountPanel, remoteControl }

const tokenKey = 'posts-understudy token'

/** Takes the token out of the address, where it might be copied from, and keeps it for this tab. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return sessionStorage.getItem(tokenKey) ?? undefined
  sessionStorage.setItem(tokenKey, token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

const own = new URL(import.meta.url)
const { searchParams } = own

if (searchParams.size > 0) {
  mountPanel({
    isWindow: searchParams.has('window'),
    control: remoteControl({
      controlUrl: new URL('.', own).href,
      postsUrl: searchParams.get('posts') ?? '/v1',
      world: searchParams.get('world') ?? undefined,
      token: takeToken(),
    }),
  })
}
