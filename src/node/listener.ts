import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpHandler } from 'msw/http'
import type { BaseUrl } from '../../handlers/http/base-url.ts'

/**
 * How to handle a request that is not below the base URL: send it to the network silently (`bypass`), with a warning if it
 * looks like one for the posts (`near-miss`), or always with a warning (`warn`); or fail it (`error`).
 */
export type UnhandledRequest = (typeof unhandledRequests)[number]

/** From least to most strict. */
export const unhandledRequests = ['bypass', 'near-miss', 'warn', 'error'] as const

/**
 * Identifies one of the tests that run at the same time: a request belongs to the scope of its asynchronous context, and
 * reaches the mocks of that scope.
 */
export type Scope = object

/** The scope of the running code, by its asynchronous context. */
export const scopes = new AsyncLocalStorage<Scope>()

/** One mock that answers requests of this process. */
export interface Listener {
  readonly handlers: readonly HttpHandler[]
  readonly baseUrl: BaseUrl
  readonly onUnhandledRequest: UnhandledRequest
  /** Answers only requests of this scope; undefined means all. */
  readonly scope: Scope | undefined
}

/** The mocks that may answer a request, in the order of asking; or rivals, if the right one is unknown. */
export interface Audience {
  readonly listeners: readonly Listener[]
  readonly rivals: readonly Listener[]
}

/**
 * Finds the mocks for a request: those of its scope, then those for all scopes, the latest first.
 *
 * A request without a current scope (from code that a hook or an earlier test set up) also reaches the scoped mocks if they
 * have the same scope; this fails only for tests that run at the same time.
 */
export function audienceOf(scope: Scope | undefined, listeners: readonly Listener[]): Audience {
  const latestFirst = listeners.toReversed()
  const ofAll = latestFirst.filter((listener) => listener.scope === undefined)
  const scoped = latestFirst.filter((listener) => listener.scope !== undefined)
  const own = scoped.filter((listener) => listener.scope === scope)
  const reached = own.length > 0 ? own : scoped
  return reached.every((listener) => listener.scope === reached[0]?.scope)
    ? { listeners: [...reached, ...ofAll], rivals: [] }
    : { listeners: ofAll, rivals: reached }
}
