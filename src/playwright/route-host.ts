import type { BrowserContext, Request, Route } from '@playwright/test'
import { isPassthrough } from '../../handlers/app.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import { answeredByTest } from '../mock/mock.ts'
import { followRedirects } from '../mock/redirect.ts'
import type { Listener } from '../node/listener.ts'

type RouteHostOptions = Omit<Listener, 'scope'>

/** Requests of scripts, not of page resources. */
const kinds = new Set(['fetch', 'xhr', 'ping', 'eventsource'])

/** Answers the requests of browser contexts: those of pages, frames and workers. */
export class RouteHost {
  /** Problems that must fail the test. */
  readonly problems: Error[] = []
  readonly #options: RouteHostOptions
  readonly #contexts = new WeakSet<BrowserContext>()

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
    const response = faults.idle
      ? await this.#answer(request)
      : await whileThere(request, context, (signal) => this.#answer(request, signal))
    if (!response) return this.#refuses(request) ? route.abort('blockedbyclient') : route.fallback()
    if (isPassthrough(response)) return route.fallback()
    if (response.type === 'error')
      return route.abort(faults.settings.offline ? 'internetdisconnected' : 'failed')
    const headers = Object.fromEntries(response.headers)
    return route.fulfill({ status: response.status, headers, body: await whatArrives(response) })
  }

  async #answer(request: Request, signal: AbortSignal | null = null): Promise<Response | undefined> {
    const { app } = this.#options
    const sent = request.postDataBuffer()
    const headers = request.headers()
    const asked = new globalThis.Request(request.url(), { method: request.method(), headers, signal })
    const response = await app(asked, {
      headers,
      readBody: (maxBytes) => decodeBody(sent ?? new Uint8Array(), maxBytes),
      peekBody: async () => new Uint8Array(sent ?? []),
    })
    // What a browser sends to follow a redirect reaches no route.
    return response && (await followRedirects(app, asked, response)).response
  }

  /** Reports a request that is not for the mock as configured; true if it must not go to the network. */
  #refuses(request: Request): boolean {
    if (!kinds.has(request.resourceType())) return false
    try {
      this.#options.unhandled.apply(request.method(), request.url())
      return false
    } catch (error) {
      this.problems.push(error as Error)
      return true
    }
  }
}

/**
 * A pattern of the addresses to handle. It may match too much: the host checks again. It exists for speed: without it, each of
 * the hundreds of modules that a development server loads would cost a message between Chromium and Playwright.
 */
function matcherFor({ world, baseUrl: { path }, unhandled: { kind } }: RouteHostOptions): RegExp {
  if (kind === 'error' || path === '' || world.own) return /^/
  const nearMiss = kind === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?#]|$)${nearMiss}`)
}

/**
 * The body of a response, up to where it breaks off: Chromium treats the body of a route as complete, whatever its
 * Content-Length, so it is cut, and the connection is not.
 */
async function whatArrives({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
  } catch {
    // It was broken off.
  }
  return Buffer.concat(chunks)
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
