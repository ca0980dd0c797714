import { mountPanel } from './mount-panel.ts'
import { remoteControl } from './remote-control.ts'

/*
 * The panel in one file, served at `/_understudy/panel.js`. Loaded with a query (`?posts=/v1`, and `&world=` for another world
 * than the base) it mounts itself, and uses the control API at the same path. A server with a token prints an address of the
 * page that ends in `#token=TOKEN`.
 */

export { mountPanel, remoteControl }

const tokenKey = 'posts-understudy token'

/** Moves the token from the address, which might be copied, to the session storage. */
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
