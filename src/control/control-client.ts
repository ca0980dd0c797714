import { parseJson, stringifyJson } from '../../handlers/model/json.ts'

export interface ControlClientOptions {
  /** Any address of the server. */
  readonly server: URL
  /** Default the base world. */
  readonly world?: string | undefined
  /** The token of the server, if it has one. */
  readonly token?: string | undefined
  /** Default the `fetch` of this environment; that of the control app itself, if it runs here. */
  readonly fetch?: typeof globalThis.fetch
}

/** The client of the control API, for one world: of a server, or of a mock in the same page. */
export class ControlClient {
  readonly #options: ControlClientOptions

  constructor(options: ControlClientOptions) {
    this.#options = options
  }

  /** The address of a path below the control API. */
  urlOf(path: string): URL {
    const { server, world } = this.#options
    const url = new URL(`/_understudy/${path}`, server)
    if (world !== undefined) url.searchParams.set('world', world)
    return url
  }

  /**
   * @param path below the control API.
   * @param body sent as JSON with exact ids.
   * @returns the answer with exact ids; undefined for an empty one.
   * @throws Error with a sentence: why the server refused, or that it does not answer.
   */
  async call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token, fetch: send = fetch } = this.#options
    const fail = (error: unknown) => {
      throw this.#unreachable(error as Error)
    }
    const response = await send(this.urlOf(path), {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: stringifyJson(body) ?? null,
      cache: 'no-store',
    }).catch(fail)
    const text = await response.text().catch(fail)
    if (!response.ok) throw new Error(reasonIn(text, response.status))
    try {
      return (text === '' ? undefined : parseJson(text)) as Answer
    } catch (error) {
      return fail(error)
    }
  }

  #unreachable(error: Error): Error {
    const { origin } = this.#options.server
    const { cause = error } = error
    const fact =
      error instanceof SyntaxError
        ? 'the server there is not a posts-understudy server'
        : (cause as Error).message.replace(/\.$/, '')
    const page = globalThis.location?.origin
    const isOfOther = page !== undefined && page !== origin
    return new Error(
      `Failed to reach the posts server at ${origin}: ${fact}. Start it${isOfOther ? `, with --allow-origin ${page}` : ''}.`,
    )
  }
}

/** The reason in a refusal, or a sentence with its status. */
function reasonIn(text: string, status: number): string {
  try {
    const { detail } = Object(JSON.parse(text))
    if (typeof detail === 'string') return detail
  } catch {
    // A proxy may answer with a page.
  }
  return `The server answered ${status}.`
}
