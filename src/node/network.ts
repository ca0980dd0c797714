import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import {
  defineNetwork,
  HandlersController,
  HttpNetworkFrame,
  InterceptorSource,
  type NetworkApi,
} from 'msw/experimental'
import { useFreshConnections } from './fresh-connections.ts'
import { audienceOf, type Listener } from './listener.ts'
import { patchRequests } from './request-patches.ts'
import { scopes } from './scope.ts'
import { meetUnhandled } from './unhandled.ts'

/**
 * The one network of this process, and the one place that touches what MSW calls experimental.
 *
 * It has an interceptor source of its own: all `setupServer`s share another one, which the last of them to listen takes
 * away from the first. And it intercepts sockets, not functions, so that also undici from npm, and a `fetch` that
 * somebody kept from before, are answered.
 */
let stop: (() => void) | undefined
let listeners: readonly Listener[] = []
const warned = new Set<string>()

/**
 * Lets a mock answer the requests of this process, beside the mocks that already do.
 *
 * @returns what ends it; the last one to leave switches interception off and leaves nothing behind.
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
    // A context replaces MSW's own one, which is quiet; it would print every request, its body included.
    context: { quiet: true },
    onUnhandledFrame: ({ frame }) => {
      if (frame instanceof HttpNetworkFrame) meetUnhandled(frame.data.request, currentAudience(), warnOnce)
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

/** Gives MSW the handlers of the mocks that listen at the moment of a request, and to its scope. */
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
