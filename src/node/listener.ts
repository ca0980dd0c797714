import type { HttpHandler } from 'msw/http'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import type { Scope } from './scope.ts'

/**
 * What becomes of a request that is not below the base URL: it goes on to the network, silently (`bypass`), with a
 * warning if it looks like one for the posts (`near-miss`), or with a warning whatever it is (`warn`); or it fails
 * (`error`).
 */
export type UnhandledRequest = (typeof unhandledRequests)[number]

/** From the mildest to the strictest. */
export const unhandledRequests = ['bypass', 'near-miss', 'warn', 'error'] as const

/** One mock that answers requests of this process. */
export interface Listener {
  readonly handlers: readonly HttpHandler[]
  readonly baseUrl: BaseUrl
  readonly onUnhandledRequest: UnhandledRequest
  /** Only requests of this scope are meant; undefined means all. */
  readonly scope: Scope | undefined
}

/** The mocks that may answer a request, the first to be asked in front; or rivals, where it cannot be told which is meant. */
export interface Audience {
  readonly listeners: readonly Listener[]
  readonly rivals: readonly Listener[]
}

/**
 * Finds the mocks that a request may reach: those of its own scope, then those of all, the latest first.
 *
 * A request of no living scope (sent by what a hook or an earlier test has set up) reaches the scoped mocks as well while
 * they are of one scope, so only tests that really run at the same time need to keep theirs.
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
