import type { BrowserContext, Request, Route } from '@playwright/test'
import { type App, isPassthrough } from '../../handlers/app.ts'
import { type BaseUrl, escaped } from '../../handlers/http/base-url.ts'
import { decodeBody, type PlainReply } from '../../handlers/http/plain.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import { answeredByTest } from '../mock/page-mark.ts'
import type { UnhandledRequest } from '../node/listener.ts'
import { complaintAbout } from '../node/listener.ts'

export interface RouteHostOptions {
  readonly world: World
  readonly app: App
  readonly baseUrl: BaseUrl
  readonly onUnhandledRequest: UnhandledRequest
}

/** Requests of scripts, not of page resources. */
const kinds = new Set(['fetch', 'xhr', 'ping', 'eventsource'])

/** Answers the requests of browser contexts: those of pages, frames and workers. */
export class RouteHost {
  /** Problems that must fail the test. */
  readonly problems: Error[] = []
  readonly #options: RouteHostOptions
  readonly #contexts = new WeakSet<BrowserContext>()
  readonly #warned = new Set<string>()

  constructor(options: RouteHostOptions) {
    this.#options = options
  }

  async listen(context: BrowserContext): Promise<void> {
    if (this.#contexts.has(context)) return
    this.#contexts.add(context)
    const matcher = matcherFor(this.#options)
    await context.addInitScript((name) => Object.assign(globalThis, { [name]: true }), answeredByTest)
    await context.route(matcher, (route, request) => this.#handle(route, request, context))
  }

  async #handle(route: Route, request: Request, context: BrowserContext): Promise<void> {
    // A page may also be at /posts; MSW's service worker ignores navigations, too.
    if (request.isNavigationRequest()) return route.fallback()
    const { faults } = this.#options.world
    const reply = faults.idle
      ? await this.#answer(request)
      : await whileThere(request, context, (signal) => this.#answer(request, signal))
    if (!reply) return this.#refuses(request) ? route.abort('blockedbyclient') : route.fallback()
    if (reply instanceof Response) {
      if (isPassthrough(reply)) return route.fallback()
      const body = Buffer.from(await reply.arrayBuffer())
      return route.fulfill({ status: reply.status, headers: Object.fromEntries(reply.headers), body })
    }
    const { status, headers, body = '', broken } = reply
    if (broken === 'connection')
      return route.abort(faults.settings.offline ? 'internetdisconnected' : 'failed')
    // Chromium treats the body of a route as complete, whatever its Content-Length: so it is cut, and the connection is not.
    if (broken === 'body') {
      const length = { 'content-length': String(Buffer.byteLength(body)) }
      return route.fulfill({
        status,
        headers: { ...headers, ...length },
        body: body.slice(0, body.length / 2),
      })
    }
    return route.fulfill({ status, headers, ...(reply.body !== undefined && { body }) })
  }

  /** The reply as the app sends it, or as the response of a user's handler. */
  async #answer(request: Request, signal?: AbortSignal): Promise<PlainReply | Response | undefined> {
    const sent = request.postDataBuffer()
    let reply: PlainReply | undefined
    const asked = new globalThis.Request(request.url(), { method: request.method(), signal: signal ?? null })
    const response = await this.#options.app(asked, {
      headers: request.headers(),
      readBody: (maxBytes) => decodeBody(sent ?? new Uint8Array(), maxBytes),
      peekBody: async () => new Uint8Array(sent ?? []),
      send(given) {
        reply = given
        return Response.error()
      },
    })
    return reply ?? response
  }

  /** Reports a request that is not for the mock as configured; true if it must not go to the network. */
  #refuses(request: Request): boolean {
    if (!kinds.has(request.resourceType())) return false
    const complaint = complaintAbout(request.method(), new URL(request.url()), this.#options)
    if (complaint === undefined) return false
    const isRefused = this.#options.onUnhandledRequest === 'error'
    if (isRefused) this.problems.push(new UnderstudyError('OUTSIDE_BASE_URL', complaint))
    else if (!this.#warned.has(complaint)) console.warn(`[posts-understudy] ${complaint}`)
    this.#warned.add(complaint)
    return isRefused
  }
}

/**
 * A pattern of the addresses to handle. It may match too much: the host checks again. It exists for speed: without it, each of
 * the hundreds of modules that a development server loads would cost a message between Chromium and Playwright.
 */
function matcherFor({ world, baseUrl: { path }, onUnhandledRequest }: RouteHostOptions): RegExp {
  if (onUnhandledRequest === 'error' || path === '' || world.own) return /^/
  const nearMiss = onUnhandledRequest === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return new RegExp(`${escaped(path)}(?:[/?#]|$)${nearMiss}`)
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
