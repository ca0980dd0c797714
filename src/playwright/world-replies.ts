import type { RequestHandler } from 'msw'
import { getResponse } from 'msw/utils/get-response'
import { answer } from '../../handlers/answer.ts'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import { decodeBody, type PlainReply } from '../../handlers/http/plain.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import { complaintAbout } from '../node/unhandled.ts'

export interface WorldRepliesOptions {
  readonly world: World
  readonly baseUrl: BaseUrl
  readonly onUnhandledRequest: UnhandledRequest
}

/** Answers the requests of one test, and collects their problems until the test ends. */
export class WorldReplies {
  readonly world: World
  readonly baseUrl: BaseUrl
  readonly onUnhandledRequest: UnhandledRequest
  /** Handlers of the user, which run before the mock. */
  overrides: readonly RequestHandler[] = []
  readonly problems: Error[] = []
  readonly #warned = new Set<string>()

  constructor({ world, baseUrl, onUnhandledRequest }: WorldRepliesOptions) {
    this.world = world
    this.baseUrl = baseUrl
    this.onUnhandledRequest = onUnhandledRequest
  }

  /**
   * @param signal aborts when the client disconnects.
   * @returns `passthrough` if a handler requests the network; undefined if the request is not for the mock.
   */
  async answer(sent: SentRequest, signal?: AbortSignal): Promise<GivenReply | 'passthrough' | undefined> {
    const overridden = this.overrides.length === 0 ? undefined : await this.#override(sent)
    if (overridden) return overridden
    const { method, url, headers, body } = sent
    const split = this.baseUrl.split(url)
    if (!split) return undefined
    const maxBytes = this.world.profile['input.max-bytes']
    const plain = body === null ? { body: undefined } : decodeBody(body, maxBytes)
    return answer({ method, ...split, query: url.search, headers, ...plain }, this.world, signal)
  }

  /** Reports an unhandled request as configured; true if it must not go to the network. */
  refuses(method: string, url: URL): boolean {
    const line = `${method} ${url.origin}${url.pathname}`
    const complaint = complaintAbout(line, url, this)
    if (!complaint) return false
    if (complaint.isRefusal) this.problems.push(new UnderstudyError('OUTSIDE_BASE_URL', complaint.sentence))
    else this.#warnOnce(complaint.sentence)
    return complaint.isRefusal
  }

  async #override(sent: SentRequest): Promise<GivenReply | 'passthrough' | undefined> {
    try {
      return await askHandlers(this.overrides, sent)
    } catch (error) {
      const problem = error instanceof Error ? error : new Error(String(error))
      this.problems.push(problem)
      return {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: `A handler failed: ${problem.message}`,
      }
    }
  }

  #warnOnce(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`[posts-understudy] ${sentence}`)
  }
}

/** @returns the first reply of a handler; `passthrough` if one requests the network; undefined if none replies. */
async function askHandlers(
  handlers: readonly RequestHandler[],
  { method, url, headers, body }: SentRequest,
): Promise<GivenReply | 'passthrough' | undefined> {
  const bytes = method === 'GET' || method === 'HEAD' ? null : body
  const request = new Request(url, { method, headers, body: bytes as BodyInit | null })
  // Without a page, relative addresses of handlers are relative to the origin of the request.
  const response = await getResponse([...handlers], request, { baseUrl: url.origin })
  if (!response) return undefined
  if (response.headers.get('x-msw-intention') === 'passthrough') return 'passthrough'
  if (response.type === 'error') return { status: 502, headers: {}, body: undefined, broken: 'connection' }
  return {
    status: response.status,
    headers: headersOf(response),
    body: response.body === null ? undefined : Buffer.from(await response.arrayBuffer()),
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  const all = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  return cookies.length === 0 ? all : { ...all, 'set-cookie': cookies.join('\n') }
}

/** A request of a page or of an API request context. */
interface SentRequest {
  /** In upper case. */
  readonly method: string
  readonly url: URL
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** A plain reply whose body may be bytes; several cookies are in one header, separated by line breaks. */
export interface GivenReply extends Omit<PlainReply, 'body'> {
  readonly body: string | Buffer | undefined
}
