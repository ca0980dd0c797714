import { parseJson, stringifyJson } from '../../handlers/model/json.ts'

export interface ControlClientOptions {
  /** The address of the control API, with a slash at its end. */
  readonly url: URL
  /** Default the base world. */
  readonly world: string | undefined
  /** The token of the server, if it has one. */
  readonly token: string | undefined
  /** Default the `fetch` of this environment; the control app itself, if it runs here. */
  readonly fetch?: typeof globalThis.fetch
  /** The error where there is no answer, or it is not from a control API (SyntaxError). */
  readonly unreachable: (error: Error) => Error | Promise<Error>
  /** The error of a refused call. @param reason a sentence. @param request method and path. */
  readonly refused: (reason: string, request: string, status: number) => Error
}

/** A client of a server's control API, for one world. */
export class ControlClient {
  readonly #options: ControlClientOptions
  /** The headers of every call. */
  readonly headers: Readonly<Record<string, string>>

  constructor(options: ControlClientOptions) {
    this.#options = options
    this.headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }
  }

  /** The address of a path below the control API. */
  urlOf(path: string): string {
    const { url, world } = this.#options
    const found = new URL(path, url)
    if (world !== undefined) found.searchParams.set('world', world)
    return found.href
  }

  /** Fetches a path below the control API. */
  fetch(path: string, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? fetch)(this.urlOf(path), init)
  }

  /**
   * @param path below the control API.
   * @param body sent as JSON with exact ids.
   * @returns the answer with exact ids; undefined for an empty one.
   */
  call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(method, path, stringifyJson(body))
  }

  /** The same with a body that is already JSON. */
  async send<Answer>(method: string, path: string, json: string | undefined): Promise<Answer> {
    const fail = async (error: unknown) => {
      throw await this.#options.unreachable(error as Error)
    }
    const { headers } = this
    const response = await this.fetch(path, { method, headers, body: json ?? null }).catch(fail)
    const text = await response.text().catch(fail)
    const { status, ok } = response
    if (!ok) throw this.#options.refused(reasonIn(text, status), `${method} ${path}`, status)
    try {
      return (text === '' ? undefined : parseJson(text)) as Answer
    } catch (error) {
      return fail(error)
    }
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
