import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { RequestHandler } from 'msw'
import { cutOff, hasArrived, hasBody, headersOf } from './incoming.ts'

/** A middleware as Connect has it. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

type Load = (request: IncomingMessage) => Promise<readonly RequestHandler[]>

/**
 * Creates a middleware that answers requests with MSW handlers of the user, and leaves all others to the next.
 * @param load returns the current handlers for a request; its errors go to the next middleware.
 * @param options.isOfPage whether a request is left to the next middleware without asking. Default none.
 */
export function askHandlers(
  load: Load,
  { isOfPage = () => false }: { readonly isOfPage?: (request: IncomingMessage) => boolean } = {},
): Middleware {
  return (request, response, next) => {
    // `bypass()` of MSW sets this header: the handler wants the reply of the mock.
    const isBypassed = request.headers.accept?.includes('msw/passthrough') ?? false
    if (isBypassed || isOfPage(request)) return next()
    ask(request, response, load).then((isAnswered) => isAnswered || next(), next)
  }
}

async function ask(incoming: IncomingMessage, outgoing: ServerResponse, load: Load): Promise<boolean> {
  const handlers = await load(incoming)
  const leaving = new AbortController()
  outgoing.on('close', () => leaving.abort())
  const { signal } = leaving
  const bare = toRequest(incoming, undefined, signal)
  if (!bare) return false
  const resolutionContext = { baseUrl: new URL(bare.url).origin }
  const meant = await Promise.all(
    handlers.map((handler) => handler.test({ request: bare, resolutionContext })),
  )
  if (!meant.includes(true)) return false
  const body = hasBody(incoming) ? await peekBody(incoming) : undefined
  const request = toRequest(incoming, body, signal)
  if (!request) return false
  const { getResponse } = await import('msw/utils/get-response')
  const response = await getResponse(
    handlers.filter((_, index) => meant[index]),
    request,
    resolutionContext,
  )
  if (!response || response.headers.get('x-msw-intention') === 'passthrough') return false
  await sendResponse(outgoing, response)
  return true
}

/** A Request of the Fetch Standard; undefined if it does not permit the method, such as TRACE. */
function toRequest(
  incoming: IncomingMessage,
  body: BodyInit | undefined,
  signal: AbortSignal,
): Request | undefined {
  const { method = 'GET', url = '/', headers, socket } = incoming
  const scheme = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  const host = headers.host ?? headers[':authority'] ?? 'localhost'
  try {
    const address = new URL(url, `${scheme}://${host}`)
    return new Request(address, { method, headers: headersOf(incoming), body: body ?? null, signal })
  } catch {
    return undefined
  }
}

/** Headers about the connection, which a handler must not set; HTTP/2 refuses them (RFC 9113, section 8.2.2). */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Sends a Response of the Fetch Standard; an error response cuts the connection. */
async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  if (outgoing.destroyed) return
  if (response.type === 'error') return cutOff(outgoing)
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && !ofConnection.includes(name)) outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.body === null || outgoing.req.method === 'HEAD') return void outgoing.end()
  // If the body fails, the connection is cut, so that the client notices.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => cutOff(outgoing))
}

/** Reads the body of a request and puts it back, for the next middleware. */
export async function peekBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for (;;) {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer)
    if (hasArrived(request) || request.destroyed) break
    await oneOf(request, ['readable', 'close'])
  }
  const bytes = Buffer.concat(chunks)
  // After the `end` event nothing can be put back.
  if (bytes.length > 0 && !request.destroyed) request.unshift(bytes)
  return bytes
}

/** Waits for the first of several events, and removes the listeners of the others. */
async function oneOf(request: IncomingMessage, events: readonly string[]): Promise<void> {
  const heard = new AbortController()
  const { signal } = heard
  await Promise.race(events.map((event) => once(request, event, { signal }))).finally(() => heard.abort())
}
