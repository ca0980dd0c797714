import type { HttpHandler } from 'msw/http'
import { type PlainHeaders, type PlainReply, passedOn } from './http/plain.ts'
import { refusal } from './http/refusal.ts'
import type { World } from './world/world.ts'

/** The reply of the user's handlers to a request with this body; undefined if they leave it to the mock. */
export type OwnAnswer = (body: Uint8Array<ArrayBuffer>) => Promise<PlainReply | undefined>

let count = 0

/**
 * The answer of the user's handlers to a request; undefined if it is for none of them. A handler that throws is a 500 that says
 * so, also one that cannot be loaded.
 */
export async function ownAnswerFor(
  asked: Request,
  headers: PlainHeaders,
  world: World,
): Promise<OwnAnswer | undefined> {
  const { url, method, signal } = asked
  const fail = (what: string, error: unknown) => {
    const detail = `${what} failed at ${method} ${new URL(url).pathname}: ${error instanceof Error ? error.message : error}`
    world.own?.failed(detail)
    return refusal(world.profile, 500, detail)
  }
  const handlers = await handlersFor(asked, headers, world).catch((error: unknown) => error as Error)
  if (handlers instanceof Error) return async () => fail('Your handlers', handlers)
  if (handlers.length === 0) return undefined
  return async (bytes) => {
    const body = bytes.length > 0 && method !== 'GET' && method !== 'HEAD' ? bytes : null
    for (const handler of handlers) {
      const request = new Request(url, { method, headers, body, signal })
      try {
        const requestId = `${++count}`
        const result = await handler.run({ request, requestId, resolutionContext: contextOf(url) })
        if (result?.response) return await replyOf(result.response)
      } catch (error) {
        return fail(`Your handler ${handler.info.header}`, error)
      }
    }
    return undefined
  }
}

/** How often a world had been reset when its handlers began anew. */
const begun = new WeakMap<World, number>()

/** Lets handlers of the user begin anew in a new world and after a reset, as `resetHandlers` and `restoreHandlers` of MSW do. */
function beginAnew(handlers: readonly HttpHandler[], world: World): void {
  if (begun.get(world) === world.resets) return
  begun.set(world, world.resets)
  for (const handler of handlers) {
    // MSW 2 has neither.
    handler.reset?.()
    handler.restore?.()
  }
}

/** The user's handlers for a request, in their order; for OPTIONS, those for its address. */
async function handlersFor({ url, method }: Request, headers: PlainHeaders, world: World) {
  // `bypass()` of MSW sets this header: a handler wants the reply of the mock.
  if (!world.own || headers.accept?.includes('msw/passthrough')) return []
  const found: HttpHandler[] = []
  const handlers = await world.own.of(world)
  beginAnew(handlers, world)
  for (const handler of handlers) {
    const { method: own } = handler.info
    const meant = method === 'OPTIONS' ? (typeof own === 'string' ? own : 'GET') : method
    const request = new Request(url, { method: meant, headers })
    if (await handler.test({ request, resolutionContext: contextOf(url) })) found.push(handler)
  }
  return found
}

/** For handlers with a relative path. */
function contextOf(url: string) {
  return { baseUrl: new URL(url).origin }
}

/** A response with text as a plain reply; one with bytes, a stream or several cookies stays what it is. */
async function replyOf(response: Response): Promise<PlainReply> {
  const { status } = response
  const headers = new Headers(response.headers)
  // What comes from the network is decoded, and goes on in another frame.
  if (response.url !== '')
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  if (headers.get('x-msw-intention') === 'passthrough') return passedOn
  const reply = { status, headers: Object.fromEntries(headers), body: undefined }
  if (response.type === 'error') return { ...reply, broken: 'connection' }
  if (response.body === null && headers.getSetCookie().length < 2) return reply
  const isText = /^text\/(?!event-stream)|json|xml/i.test(headers.get('content-type') ?? '')
  if (!isText || headers.getSetCookie().length > 1)
    return { ...reply, response: new Response(response.body, { status, headers }) }
  return { ...reply, body: await response.text() }
}
