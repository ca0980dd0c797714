import { ControlClient } from '../control/control-client.ts'

/** The mock that a panel shows. */
export interface PanelSource {
  readonly client: ControlClient
  /** The name of its world; undefined for the base world. */
  readonly world?: string | undefined
  /** The base address of the posts, absolute. */
  readonly postsUrl: string
  /** Sends a request to the mock. */
  readonly fetch: typeof globalThis.fetch
  /** The address of the panel as a page; undefined if the mock is in this page. */
  readonly pageUrl?: string
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

export function serverSource({ server, token, world }: PanelServer): PanelSource {
  const url = new URL(server, location.href)
  const client = new ControlClient({ server: url, token, world })
  const page = client.urlOf('panel')
  // The browser does not send the part after #.
  if (token !== undefined) page.hash = `token=${encodeURIComponent(token)}`
  return {
    client,
    world,
    postsUrl: url.href.replace(/\/$/, ''),
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      if (world !== undefined) headers.set('x-understudy-world', world)
      return fetch(input, { ...init, headers })
    },
    pageUrl: page.href,
  }
}
