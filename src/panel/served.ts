import { ControlClient } from '../control/control-client.ts'
import { mountButton } from './mount-panel.ts'
import { Panel, type ViewName } from './panel.ts'
import { showPanel } from './panel-view.ts'

/*
 * The panel in one file, served at `/_understudy/panel.js`. Loaded with `?posts=/v1` it adds its button to the page, and with
 * `&page=VIEW` it is the page. A page with `?world=NAME` shows another world than the base; a server with a token prints an address
 * that ends in `#token=TOKEN`.
 */

const tokenKey = 'posts-understudy token'

/** Moves the token from the address, which might be copied, to the session storage. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return sessionStorage.getItem(tokenKey) ?? undefined
  sessionStorage.setItem(tokenKey, token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

const { searchParams, origin } = new URL(import.meta.url)
const view = searchParams.get('page')
const server = new URL(searchParams.get('posts') ?? '/v1', origin).href
const world = view ? (new URLSearchParams(location.search).get('world') ?? undefined) : undefined
const client = new ControlClient({ server, token: takeToken(), world })

if (view) {
  const panel = new Panel(client, view as ViewName)
  showPanel(panel, document)
  void panel.poll(() => true)
} else {
  mountButton(client)
}
