import type { Socket } from 'node:net'
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { type HttpRequestEvent, RequestController } from '@mswjs/interceptors'
import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { SocketInterceptor } from '@mswjs/interceptors/net'
import { isPassthrough } from '../../handlers/app.ts'
import { connectionReset } from '../mock/mock.ts'
import { prepareClients, proveInterception } from './clients.ts'
import { audienceOf, handleUnhandled, type Listener, listenersAtCall, scopes } from './listener.ts'

let listeners: readonly Listener[] = []
let interception: Interception | undefined

/**
 * Adds a mock that answers requests of this process.
 *
 * @returns a function that removes it. The last one stops the interception, when all replies were read; its promise resolves
 * then, or after 100 ms.
 * @throws UnderstudyError `RUNTIME_UNSUPPORTED`
 */
export function joinNetwork(listener: Listener): () => Promise<void> {
  proveInterception(listener.baseUrl)
  if (listeners.length === 0) {
    interception ??= new Interception()
    interception.resume()
  }
  listeners = [...listeners, listener]
  return async () => {
    listeners = listeners.filter((other) => other !== listener)
    if (listeners.length === 0) await interception?.pause()
  }
}

/**
 * How often replies that were not read are looked for, how long somebody may wait for the end, and how often a timer fires that
 * does nothing, in milliseconds.
 */
const waiting = { every: 10, longest: 100, alive: 60_000 }

/** Intercepts sockets, not functions: so it also answers undici from npm, and references to `fetch` from before. */
class Interception {
  readonly #requests = new HttpRequestInterceptor()
  readonly #sockets = SocketInterceptor.singleton(SocketInterceptor)
  readonly #open = new Set<Socket>()
  #unread = 0
  #undo: (() => void) | undefined
  #disposal: NodeJS.Timeout | undefined
  /** Lets the process live while a client waits: an intercepted socket does not, as it is not connected. */
  #alive: NodeJS.Timeout | undefined
  #ended: (() => void) | undefined

  constructor() {
    this.#requests.apply()
    this.#requests.on('request', (event) => this.#waitFor(answer(event)))
    // Below, because the first listener to a connection is the only one that sees all of its data.
    this.#sockets.apply(this)
    this.#sockets.on('connection', this.#observe)
  }

  readonly #observe = ({ socket }: { readonly socket: Socket }) => {
    if (!socket.destroyed) this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    // MSW replaces it for a reply, and then an abort of the next request on the connection shows as a lost connection.
    const { _destroy } = socket
    socket.on('free', () => Object.assign(socket, { _destroy }))
  }

  resume(): void {
    clearTimeout(this.#disposal)
    this.#ended?.()
    this.#alive = setInterval(() => {}, waiting.alive).unref()
    const restore = prepareClients(() => listeners)
    this.#undo = () => void this.#waitFor(restore())
  }

  /** Jest takes the globals of a test file away after its last hook: what ends later than that cannot end well. */
  pause(): Promise<void> {
    this.#undo?.()
    clearInterval(this.#alive)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = resolve
    this.#disposeIn(0)
    return promise
  }

  async #waitFor(task: Promise<unknown>): Promise<void> {
    if (this.#unread++ === 0) this.#alive?.ref()
    await task
    if (--this.#unread === 0) this.#alive?.unref()
  }

  /** MSW destroys the sockets of an interceptor that it disposes, also those with a reply that was not read yet. */
  #disposeIn(milliseconds: number, waited = 0): void {
    this.#disposal = setTimeout(() => {
      if (this.#unread > 0 || [...this.#open].some(isInUse))
        return this.#disposeIn(waiting.every, waited + waiting.every)
      interception = undefined
      this.#requests.dispose()
      // A server of the user keeps the interceptor, and with it the listeners.
      this.#sockets.removeListener('connection', this.#observe)
      this.#sockets.dispose(this)
      this.#ended?.()
    }, milliseconds)
    if (waited < waiting.longest) return
    this.#disposal.unref()
    this.#ended?.()
  }
}

/** @param socket whose `_httpMessage` is the request that an `http.Agent` has given it to. */
function isInUse(socket: Socket & { readonly _httpMessage?: object | null }): boolean {
  return socket.readableLength > 0 || Boolean(socket._httpMessage)
}

async function answer({ request, controller }: HttpRequestEvent): Promise<void> {
  const response = await replyTo(request).catch((error: Error) => error)
  // The client may have left, or another interceptor may have answered.
  if (!response || controller.readyState !== RequestController.PENDING) return
  if (response instanceof Error) controller.errorWith(response)
  else if (response.type === 'error') controller.errorWith(connectionReset())
  else controller.respondWith(response)
}

/**
 * @returns undefined for a request that goes to the network.
 * @throws UnderstudyError `OUTSIDE_BASE_URL`, `TEST_UNKNOWN`
 */
async function replyTo(request: Request): Promise<Response | undefined> {
  const atCall = listenersAtCall.getStore()
  const audience = audienceOf(scopes.getStore(), listeners, atCall?.keys())
  for (const listener of audience.listeners) {
    const response = await listener.app(request, { resets: atCall?.get(listener) })
    if (response) return isPassthrough(response) ? undefined : response
  }
  return handleUnhandled(request, audience)
}
