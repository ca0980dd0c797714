import type { RequestHandler } from 'msw'
import { getResponse } from 'msw/utils/get-response'
import type { GivenReply, SentRequest } from './sent-request.ts'

/** Handlers of the user, asked before the mock. */
export class Overrides {
  #handlers: readonly RequestHandler[] = []

  get isEmpty(): boolean {
    return this.#handlers.length === 0
  }

  /** Puts handlers in front of those that are there. */
  use(handlers: readonly RequestHandler[]): void {
    this.#handlers = [...handlers, ...this.#handlers]
  }

  clear(): void {
    this.#handlers = []
  }

  /** @returns the reply of the first handler that gives one; `passthrough` where one wants the network to; undefined for none. */
  async answer({ method, url, headers, body }: SentRequest): Promise<GivenReply | 'passthrough' | undefined> {
    const bytes = method === 'GET' || method === 'HEAD' ? null : body
    const request = new Request(url, { method, headers, body: bytes as BodyInit | null })
    // A handler's relative address counts from wherever the request goes, as elsewhere without a page.
    const response = await getResponse([...this.#handlers], request, { baseUrl: url.origin })
    if (!response) return undefined
    if (response.headers.get('x-msw-intention') === 'passthrough') return 'passthrough'
    if (response.type === 'error') return { status: 502, headers: {}, body: undefined, broken: 'connection' }
    return {
      status: response.status,
      headers: headersOf(response),
      body: response.body === null ? undefined : Buffer.from(await response.arrayBuffer()),
    }
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  const all = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  return cookies.length === 0 ? all : { ...all, 'set-cookie': cookies.join('\n') }
}
