import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'

/** Where a server has the control API. */
export const controlPath = '/_understudy'

/** The request header that names a world, in lower case. */
export const worldHeader = 'x-understudy-world'

/** A server with a control API: of `posts-understudy serve`, or a Vite dev server. */
export interface ControlServer {
  /** The address of the posts, such as `http://127.0.0.1:4010/v1`, or `/v1` of this page's server. */
  readonly server: string
  /** The token that the server printed. Only needed if the server listens for other machines. */
  readonly token?: string | undefined
  /** The world. Default the base world. */
  readonly world?: string | undefined
}

export interface ControlClientOptions extends ControlServer {
  /** Default the `fetch` of this environment; that of the control app itself, if it runs in this page. */
  readonly fetch?: typeof globalThis.fetch
}

/** The client of the control API, for one world: of a server, or of a mock in the same page. */
export class ControlClient {
  readonly #options: ControlClientOptions
  readonly #server: URL
  /** The name of the world; undefined for the base world. */
  readonly world: string | undefined
  /** Whether the control app runs in this page. */
  readonly isInPage: boolean
  readonly needsToken: boolean
  /** The address of the posts without `/posts`; of a mock in this page, where it answers by default. */
  readonly postsUrl: string
  /** The address of the control API. */
  readonly controlUrl: string

  constructor(options: ControlClientOptions) {
    const page = globalThis.location?.href
    this.#options = options
    this.#server = new URL(options.server, page)
    this.world = options.world
    this.isInPage = options.fetch !== undefined
    this.needsToken = options.token !== undefined
    this.postsUrl = this.isInPage ? new URL('/v1', page).href : this.#server.href.replace(/\/$/, '')
    this.controlUrl = new URL(`${controlPath}/`, this.isInPage ? page : this.#server).href
  }

  /** The address of the panel as a page; undefined if the control app runs in this page. */
  get pageUrl(): string | undefined {
    if (this.isInPage) return undefined
    const page = this.#urlOf('panel')
    const { token } = this.#options
    // The browser does not send the part after #.
    if (token !== undefined) page.hash = `token=${encodeURIComponent(token)}`
    return page.href
  }

  /**
   * @param path below the control API.
   * @param body sent as JSON with exact ids.
   * @returns the answer with exact ids; undefined for an empty one.
   * @throws Error with a sentence: why the server refused, or that it does not answer.
   */
  async call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token, fetch: send = fetch } = this.#options
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    let answer: JsonValue | undefined
    let status = 0
    try {
      const init = { method, headers, body: stringifyJson(body) ?? null, cache: 'no-store' } as const
      const response = await send(this.#urlOf(path), init)
      const text = await response.text()
      status = response.status
      answer = text === '' ? undefined : parseJson(text)
    } catch (error) {
      throw new Error(this.#unreachable(error as Error))
    }
    if (status < 400) return answer as Answer
    const { detail } = Object(answer)
    throw new Error(typeof detail === 'string' ? detail : `The server answered ${status}.`)
  }

  #urlOf(path: string): URL {
    const { world } = this.#options
    const url = new URL(`${controlPath}/${path}`, this.#server)
    if (world !== undefined) url.searchParams.set('world', world)
    return url
  }

  #unreachable({ message, cause }: Error): string {
    const { origin } = this.#server
    const fact = (cause instanceof Error ? cause.message : message).replace(/\.$/, '')
    const page = globalThis.location?.origin ?? origin
    const allow = page === origin ? '' : `, with --allow-origin ${page}`
    return `Failed to reach the posts server at ${origin}: ${fact}. Start it${allow}.`
  }
}
