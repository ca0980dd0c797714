import type { BrowserContext, Request, Route } from '@playwright/test'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import type { WorldReplies } from './world-replies.ts'

/** Requests of scripts, not of page resources. */
const kinds = new Set(['fetch', 'xhr', 'ping', 'eventsource'])

/** Answers the requests of browser contexts: those of pages, frames and workers. */
export class RouteHost {
  readonly #replies: WorldReplies
  readonly #contexts = new Map<BrowserContext, (route: Route, request: Request) => Promise<void>>()
  #matcher: RegExp

  constructor(replies: WorldReplies) {
    this.#replies = replies
    this.#matcher = matcherFor(replies.baseUrl, replies.onUnhandledRequest)
  }

  async listen(context: BrowserContext): Promise<void> {
    if (this.#contexts.has(context)) return
    const handler = (route: Route, request: Request) => this.#answer(route, request, context)
    this.#contexts.set(context, handler)
    await context.route(this.#matcher, handler)
  }

  /** Handles requests to all addresses from now on. */
  async widen(): Promise<void> {
    if (this.#matcher === everything) return
    const narrow = this.#matcher
    this.#matcher = everything
    for (const [context, handler] of this.#contexts) {
      await context.route(everything, handler)
      await context.unroute(narrow, handler)
    }
  }

  async #answer(route: Route, request: Request, context: BrowserContext): Promise<void> {
    // A page may also be at /posts; MSW's service worker ignores navigations, too.
    if (request.isNavigationRequest()) return route.fallback()
    const { faults } = this.#replies.world
    const url = new URL(request.url())
    const method = request.method()
    const sent = { method, url, headers: request.headers(), body: request.postDataBuffer() }
    const reply = faults.idle
      ? await this.#replies.answer(sent)
      : await whileThere(request, context, (signal) => this.#replies.answer(sent, signal))
    if (reply === 'passthrough') return route.fallback()
    if (!reply) {
      const refused = kinds.has(request.resourceType()) && this.#replies.refuses(method, url)
      return refused ? route.abort('blockedbyclient') : route.fallback()
    }
    const { status, headers, body, broken } = reply
    if (broken === 'connection')
      return route.abort(faults.settings.offline ? 'internetdisconnected' : 'failed')
    if (broken === 'body') return route.fulfill({ status, ...firstHalf(headers, body ?? '') })
    return route.fulfill({ status, headers, ...(body !== undefined && { body }) })
  }
}

/**
 * A pattern of the addresses to handle. It may match too much: the host checks again. It exists for speed: without it, each of
 * the hundreds of modules that a development server loads would cost a message between Chromium and Playwright.
 */
export function matcherFor({ path }: BaseUrl, policy: UnhandledRequest): RegExp {
  if (policy === 'warn' || policy === 'error' || path === '') return everything
  const nearMiss = policy === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return new RegExp(`${escaped(path)}(?:[/?#]|$)${nearMiss}`)
}

/** For handlers of the user, which may match any address. */
export const everything = /^/

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Chromium treats the body of a route as complete, whatever its Content-Length: so it is cut, and the connection is
 * not.
 */
function firstHalf(headers: Readonly<Record<string, string>>, body: string | Buffer) {
  const bytes = Buffer.from(body)
  return {
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: bytes.subarray(0, Math.ceil(bytes.length / 2)),
  }
}

/** Runs a function with a signal that aborts when the page cancels the request; only needed for slow replies. */
async function whileThere<Result>(
  request: Request,
  context: BrowserContext,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leaving = new AbortController()
  const listener = (failed: Request) => failed === request && leaving.abort()
  context.on('requestfailed', listener)
  try {
    return await run(leaving.signal)
  } finally {
    context.off('requestfailed', listener)
  }
}
