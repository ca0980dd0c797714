import { ControlClient } from '../control/control-client.ts'
import { clientControl } from './client-control.ts'
import type { PanelControl } from './control.ts'

/** Options of {@link remoteControl}; all have defaults. */
export interface RemoteControlOptions {
  /** The control API, with a slash at its end. Default `/_understudy/` of the page's own origin. */
  readonly controlUrl?: string
  /** The base address of the posts. Default `/v1`. */
  readonly postsUrl?: string
  /** The world. Default the base world. */
  readonly world?: string | undefined
  /** The token that the server printed. Only needed if the server listens for other machines. */
  readonly token?: string | undefined
}

/**
 * Controls a mock by a server's control API.
 *
 * @param options see {@link RemoteControlOptions}.
 * @example
 * mountPanel({ control: remoteControl({ controlUrl: 'http://127.0.0.1:4010/_understudy/' }) })
 */
export function remoteControl(options: RemoteControlOptions = {}): PanelControl {
  const page = globalThis.location?.href ?? 'http://localhost/'
  const controlUrl = new URL(options.controlUrl ?? '/_understudy/', page)
  const postsUrl = new URL(options.postsUrl ?? '/v1', controlUrl).href.replace(/\/$/, '')
  const client = new ControlClient({
    url: controlUrl,
    world: options.world,
    token: options.token,
    unreachable: async () => new Error(await explainFailure(controlUrl)),
    refused: (reason) => new Error(reason),
  })
  return clientControl(client, {
    place: controlUrl.host + (options.world === undefined ? '' : `, world ${options.world}`),
    postsUrl,
    windowUrl: windowUrlOf(client.urlOf('panel'), postsUrl, options.token),
  })
}

/** The token follows the #, which a browser does not send. */
function windowUrlOf(panelUrl: string, postsUrl: string, token: string | undefined): string {
  const url = new URL(panelUrl)
  url.searchParams.set('posts', postsUrl)
  if (token !== undefined) url.hash = `token=${encodeURIComponent(token)}`
  return url.href
}

/** Says why the page got no readable answer. */
async function explainFailure({ origin, href }: URL): Promise<string> {
  if (origin !== globalThis.location?.origin && (await isAlive(href))) {
    return `${origin} does not permit this page to control it. Serve with --allow-origin ${globalThis.location?.origin}.`
  }
  return `${origin} does not answer. Start it again.`
}

/** Whether there is any answer. */
function isAlive(url: string): Promise<boolean> {
  return fetch(url, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
