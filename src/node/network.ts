import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import {
  defineNetwork,
  HandlersController,
  HttpNetworkFrame,
  InterceptorSource,
  type NetworkApi,
} from 'msw/experimental'
import { useFreshConnections } from './fresh-connections.ts'
import { audienceOf, type Listener, scopes } from './listener.ts'
import { patchRequests } from './request-patches.ts'
import { handleUnhandled } from './unhandled.ts'

/**
 * The network of this process, and the only module that uses MSW's experimental API.
 *
 * It has a separate interceptor source: all `setupServer`s share one, and the last to listen takes it from the others. It
 * intercepts sockets, not functions, so that it also answers undici from npm, and references to `fetch` from before.
 */
let stop: (() => void) | undefined
let listeners: readonly Listener[] = []
const warned = new Set<string>()

/**
 * Adds a mock that answers requests of this process.
 *
 * @returns a function that removes it; the last one stops the interception.
 */
export function joinNetwork(listener: Listener): () => void {
  listeners = [...listeners, listener]
  stop ??= start()
  return () => {
    listeners = listeners.filter((other) => other !== listener)
    if (listeners.length > 0) return
    stop?.()
    stop = undefined
    warned.clear()
  }
}

function start(): () => void {
  const network: NetworkApi<[InterceptorSource]> = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    handlers: new HandlersOfListeners(),
    // The default of a context would print every request with its body.
    context: { quiet: true },
    onUnhandledFrame: ({ frame }) => {
      if (frame instanceof HttpNetworkFrame) handleUnhandled(frame.data.request, currentAudience(), warnOnce)
    },
  })
  void network.enable()
  const restoreRequests = patchRequests()
  const restoreConnections = useFreshConnections((url) => listeners.some(({ baseUrl }) => baseUrl.split(url)))
  return () => {
    restoreConnections()
    restoreRequests()
    void network.disable()
  }
}

/** The handlers of the mocks that listen now, in the scope of the request. */
class HandlersOfListeners extends HandlersController {
  protected getState() {
    const handlers = { request: currentAudience().listeners.flatMap((listener) => listener.handlers) }
    return { handlers, initialHandlers: handlers }
  }

  protected setState(): void {}
}

function currentAudience() {
  return audienceOf(scopes.getStore(), listeners)
}

function warnOnce(sentence: string): void {
  if (warned.has(sentence)) return
  warned.add(sentence)
  console.warn(`[posts-understudy] ${sentence}`)
}
