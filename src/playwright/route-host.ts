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
export function createRouteHost(options: RouteHostOptions) {
  const { world, app, unhandled } = options
  /** Problems that must fail the test. */
  const problems: Error[] = []
  const contexts = new WeakSet<BrowserContext>()

  async function answer(request: Request, signal: AbortSignal | null = null): Promise<Response | undefined> {
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
  function refuses(request: Request): boolean {
    if (!kinds.has(request.resourceType())) return false
    try {
      unhandled.apply(request.method(), request.url())
      return false
    } catch (error) {
      problems.push(error as Error)
      return true
    }
  }

  async function handle(route: Route, request: Request, context: BrowserContext): Promise<void> {
    // A page may also be at /posts; MSW's service worker ignores navigations, too.
    if (request.isNavigationRequest()) return route.fallback()
    const { faults } = world
    const response = faults.idle
      ? await answer(request)
      : await whileThere(request, context, (signal) => answer(request, signal))
    if (!response) return refuses(request) ? route.abort('blockedbyclient') : route.fallback()
    if (isPassthrough(response)) return route.fallback()
    if (response.type === 'error')
      return route.abort(faults.settings.offline ? 'internetdisconnected' : 'failed')
    const headers = Object.fromEntries(response.headers)
    return route.fulfill({ status: response.status, headers, body: await whatArrives(response) })
  }

  async function listen(context: BrowserContext): Promise<void> {
    if (contexts.has(context)) return
    contexts.add(context)
    await context.addInitScript((name) => Object.assign(globalThis, { [name]: true }), answeredByTest)
    await context.route(matcherFor(options), (route, request) => handle(route, request, context))
  }

  return { problems, listen }
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
