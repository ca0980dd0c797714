import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../../handlers/app.ts'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import type { UnhandledPolicy } from '../mock/unhandled.ts'

/**
 * One of the tests that run at the same time: a request belongs to the scope of its asynchronous context, and reaches the mocks
 * of that scope, also after they closed. So the late request of a test reaches neither another test nor the real service.
 */
export interface Scope {
  readonly listeners: Listener[]
}

/** The scope of the running code, by its asynchronous context. */
export const scopes = new AsyncLocalStorage<Scope>()

/**
 * The mocks that listened when a client was called, and how often each had been reset. They answer its request though they closed
 * in the meantime.
 */
export const listenersAtCall = new AsyncLocalStorage<ReadonlyMap<Listener, number>>()

export interface Listener {
  readonly world: World
  readonly app: App
  readonly baseUrl: BaseUrl
  readonly unhandled: UnhandledPolicy
  /** Answers only requests of this scope; undefined means all. */
  readonly scope: Scope | undefined
}

/**
 * Finds the mocks for a request: those of its scope, then those for all scopes, the latest first; or rivals, if the right
 * one is unknown.
 *
 * A request without a current scope (from code that a hook or an earlier test set up) also reaches the scoped mocks if they
 * have the same scope; this fails only for tests that run at the same time.
 *
 * @param atCall those that listened when the client was called.
 */
export function audienceOf(
  scope: Scope | undefined,
  listeners: readonly Listener[],
  atCall: Iterable<Listener> = [],
) {
  const isOfAll = (listener: Listener) => listener.scope === undefined
  const ofAll = [...new Set([...listeners.toReversed(), ...[...atCall].toReversed()])].filter(isOfAll)
  const scoped = listeners.filter((listener) => !isOfAll(listener))
  const reached = (scope?.listeners ?? scoped).toReversed()
  return reached.every((listener) => listener.scope === reached[0]?.scope)
    ? { listeners: [...reached, ...ofAll], rivals: [] }
    : { listeners: ofAll, rivals: reached }
}

/**
 * Handles a request that no mock answers, as the strictest of them says. Returns if the request may go to the network.
 *
 * @throws UnderstudyError `OUTSIDE_BASE_URL`, `TEST_UNKNOWN`
 */
export function handleUnhandled(
  { method, url: text }: Request,
  { listeners, rivals }: ReturnType<typeof audienceOf>,
): undefined {
  const url = new URL(text)
  if (rivals.some(({ baseUrl }) => baseUrl.split(url)))
    throw new UnderstudyError(
      'TEST_UNKNOWN',
      `Failed to answer ${method} ${url.origin}${url.pathname}: several tests run at the same time, and it cannot be told which of them sent it. Send it from the test itself, not from something that a hook or another test has set up, or run the tests one after the other.`,
    )
  const policies = listeners.map(({ unhandled }) => unhandled)
  const strict = policies.find(({ kind }) => kind === 'error')
  const policy = strict ?? policies.find(({ kind }) => kind === 'near-miss')
  policy?.apply(method, text)
}
