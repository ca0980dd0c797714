import { handleRequest } from './handle-request.ts'
import { type BaseUrl, partsOf } from './http/base-url.ts'
import {
  decodeBody,
  type PlainBody,
  type PlainHeaders,
  type PlainReply,
  type PlainRequest,
  passedOn,
} from './http/plain.ts'
import { abortable, realTimers } from './model/timers.ts'
import { ownAnswerFor } from './own-handlers.ts'
import type { World } from './world/world.ts'

/** What a host knows beside the Request. */
export interface AppEnv {
  /** The headers by lower-case name: a Headers object costs as much as the rest. */
  readonly headers?: PlainHeaders
  /** Reads the body, up to a number of bytes; undefined if the client left. */
  readonly readBody?: (maxBytes: number | 'none') => Promise<PlainBody | undefined> | PlainBody
  /** Reads the body and leaves it unread, for the next middleware; rejects if the client leaves. */
  readonly peekBody?: () => Promise<Uint8Array<ArrayBuffer>>
  /** Sends a reply without a Response, which costs as much as the rest; the result stands for what was sent. */
  readonly send?: (reply: PlainReply) => Response
  /** How often the world had been reset when the request was sent. Default when it came. */
  readonly resets?: number | undefined
}

/**
 * The mock as a function: undefined if the address is not below the base, and of no handler of the user. Faults look like those of
 * a network; what a handler passes on is MSW's `passthrough()` ({@link isPassthrough}).
 */
export type App = (request: Request, env?: AppEnv) => Promise<Response | undefined>

export interface AppOptions {
  readonly base: Pick<BaseUrl, 'split'>
  readonly world: World | ((method: string, headers: PlainHeaders) => World)
  /** Performs a task; resolves once its changes are saved. */
  readonly persist?: (<Result>(task: () => Promise<Result>) => Promise<Result>) | undefined
  /** Whether there is no network and no middleware behind: then the mock answers what a user's handler passes on. */
  readonly isLast?: boolean
}

/** Creates the only way into the mock; every host is this function with an environment around it. */
export function createApp({ base, world: given, persist, isLast = false }: AppOptions): App {
  return async (request, env = {}) => {
    const { method } = request
    const { origin, pathname, query } = partsOf(request.url)
    const below = base.split({ origin, pathname })
    const headers = env.headers ?? headersOf(request)
    const world = typeof given === 'function' ? given(method, headers) : given
    const { resets = world.resets } = env
    const own = world.own && (await ownAnswerFor(request, headers, world))
    if (!below && !own) return undefined
    const maxBytes = world.profile['input.max-bytes']
    const bytes = own && (await peekBodyOf(request, env))
    const body = bytes ? decodeBody(bytes, maxBytes) : await readBodyOf(request, env, maxBytes)
    // The client left.
    if (!body) return Response.error()
    const target = below ?? { base: origin, path: pathname, isElsewhere: true }
    const plain: PlainRequest = { method, ...target, query, headers, ...body }
    // Using a signal is expensive, and is only needed if something is delayed.
    const signal = world.faults.idle ? undefined : request.signal
    const askUser = async (bytes: Uint8Array<ArrayBuffer>) => {
      const reply = await own?.(bytes)
      const isForMock = below && (reply === undefined || (reply === passedOn && isLast))
      return isForMock ? undefined : (reply ?? passedOn)
    }
    const task = () =>
      handleRequest(plain, world, { signal, resets, askUser: bytes && (() => askUser(bytes)) })
    const reply = await (persist ? persist(task) : task())
    return reply === passedOn || reply.response ? toResponse(reply) : (env.send ?? toResponse)(reply)
  }
}

/** Whether a response leaves its request to the network, or to the next middleware. */
export function isPassthrough(response: Response): boolean {
  return response.status === passedOn.status && response.headers.get('x-msw-intention') === 'passthrough'
}

/** The body of a request, which stays unread; undefined if the client left. */
async function peekBodyOf(request: Request, { peekBody }: AppEnv) {
  const readClone = async () => new Uint8Array(await request.clone().arrayBuffer())
  return await (peekBody ?? readClone)().catch(() => undefined)
}

export function headersOf(request: Request): PlainHeaders {
  // The Headers of a DOM test environment may not convert names to lower case.
  return Object.fromEntries([...request.headers].map(([name, text]) => [name.toLowerCase(), text]))
}

/** Reads the body of a request, up to a number of bytes; undefined if the client left. */
export function readBodyOf(
  request: Request,
  { readBody }: AppEnv,
  maxBytes: number | 'none',
): Promise<PlainBody | undefined> | PlainBody {
  if (readBody) return readBody(maxBytes)
  if (request.body === null) return { body: undefined }
  return request.arrayBuffer().then((bytes) => decodeBody(new Uint8Array(bytes), maxBytes))
}

/** A reply as a Response; `Response.error()` for no reply. */
export function toResponse({ status, headers, body, broken, response }: PlainReply): Response {
  if (broken === 'connection') return Response.error()
  if (response) {
    const all = new Headers(response.headers)
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
    return new Response(response.body, { status, headers: all })
  }
  const bytes = new TextEncoder().encode(body)
  const content = broken === 'body' ? brokenOff(bytes) : (body ?? null)
  const hasNoLength = status === 204 || status === 304 || (body === undefined && 'content-length' in headers)
  // As a server sends it; without it an intercepted client cannot use its connection twice, keeps twice the memory,
  // and waits for ever for the body of a 205 (RFC 9110, section 15.3.6: its length is 0).
  const length = hasNoLength ? {} : { 'content-length': String(bytes.byteLength) }
  return new Response(content, { status, headers: { ...headers, ...length } })
}

function brokenOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, Math.ceil(bytes.byteLength / 2))),
    async pull(controller) {
      // After an error of the stream, the interception drops all unread data, also the status.
      await abortable(0, undefined, realTimers).done
      // The error of `fetch` for a body that ends too early.
      const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
      controller.error(new TypeError('terminated', { cause }))
    },
  })
}
