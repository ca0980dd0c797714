import http from 'node:http'
import https from 'node:https'
import { Socket } from 'node:net'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type Listener, listenersAtCall } from './listener.ts'

type Client = (...args: unknown[]) => object

/**
 * Prepares the HTTP clients of this process for the interception of their sockets.
 *
 * @param listeners returns the mocks that listen now.
 * @returns a function that undoes it. Its promise resolves when the replies to all requests before were read.
 */
export function prepareClients(listeners: () => readonly Listener[]): () => Promise<unknown> {
  const restoreConnections = useFreshConnections()
  const restoreRequests = patchRequests(listeners)
  return () => {
    restoreRequests()
    return restoreConnections()
  }
}

const patchable = [
  [globalThis, 'fetch'],
  [http, 'ClientRequest'],
  [http, 'request'],
  [http, 'get'],
  [https, 'request'],
  [https, 'get'],
] as unknown as readonly (readonly [Record<string, Client>, string])[]

/**
 * Patches `fetch` and `http.request`. The patches do not answer; they note which mocks listen at the call, resolve relative
 * addresses against the page of a DOM test environment, and mark connections as HTTP, so that a slow body does not end the
 * interception.
 *
 * The last two are MSW's patches. MSW permits one owner of a patch, so a later `setupServer().listen()` of the user would fail.
 * Therefore its interceptors are disposed immediately, and only their functions are kept.
 *
 * @returns a function that removes them; patches that others have added on top stay.
 */
function patchRequests(listeners: () => readonly Listener[]): () => void {
  const originals = patchable.map(([owner, name]) => owner[name])
  const patched = [...originals]
  for (const Interceptor of [FetchInterceptor, ClientRequestInterceptor]) {
    const interceptor = new Interceptor()
    try {
      interceptor.apply()
    } catch {
      // The user's setupServer is listening: its patches have the same effect.
      continue
    }
    for (const [index, [owner, name]] of patchable.entries())
      if (owner[name] !== originals[index]) patched[index] = owner[name]
    interceptor.dispose()
  }
  const undos = patchable.map(([owner, name], index) => {
    const [original, client] = [originals[index], patched[index]]
    if (!original || !client) return undefined
    const noting = notingListeners(client, listeners)
    owner[name] = noting
    return () => {
      if (owner[name] === noting) owner[name] = original
    }
  })
  return () => {
    for (const undo of undos) undo?.()
    // Idle connections to the mock must not be used for the network.
    for (const { freeSockets } of [http.globalAgent, https.globalAgent])
      for (const socket of Object.values(freeSockets).flat()) socket?.destroy()
  }
}

function notingListeners(client: Client, listeners: () => readonly Listener[]): Client {
  const noting = <Result>(call: () => Result) =>
    listenersAtCall.run(new Map(listeners().map((each) => [each, each.world.resets])), call)
  return new Proxy(client, {
    apply: (target, self, args) => noting(() => Reflect.apply(target, self, args)),
    construct: (target, args, newTarget) => noting(() => Reflect.construct(target, args, newTarget)),
  })
}

/** The used part of an undici dispatcher. */
interface Dispatcher {
  close(): Promise<void>
  dispatch(request: object, handler: object): boolean
}

/** The global dispatchers of Node's fetch and of undici from npm. */
const places = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

/** The dispatchers that are set now. Node loads undici, which sets one, at the first use of its classes. */
function currentDispatchers(): (Dispatcher | undefined)[] {
  void globalThis.Response
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  return places.map((place) => globals[place])
}

/** An agent with the options of this one, and without connections; undefined for another dispatcher, which the user has set. */
function freshDispatcher(dispatcher: Dispatcher | undefined): Dispatcher | undefined {
  const Agent = dispatcher?.constructor as (new (options: object) => Dispatcher) | undefined
  // One with interceptors has another `dispatch`.
  if (Agent?.name !== 'Agent' || dispatcher?.dispatch !== Agent.prototype.dispatch) return undefined
  const kept = Object.getOwnPropertySymbols(dispatcher).map((symbol) => [
    symbol.description,
    (dispatcher as unknown as Record<symbol, unknown>)[symbol],
  ])
  const { options, factory } = Object.fromEntries(kept)
  return new Agent({ ...options, factory })
}

/** The origin that a dispatcher was proven for last: a suite listens for each test. */
const proven = new WeakMap<Dispatcher, string>()

/**
 * Proves that requests of `fetch` can be intercepted, by a request to the host of a base URL: it must open a socket of this
 * process to that host. Nothing is sent, because the socket is destroyed instead of connected.
 *
 * @throws UnderstudyError `RUNTIME_UNSUPPORTED`
 */
export function proveInterception({ text }: BaseUrl): void {
  // Bun and Deno, whose `fetch` opens no sockets of node:net, name no version of undici.
  if (process.versions.undici === undefined) throw unsupported(`under ${navigator.userAgent} open no sockets`)
  const { origin, hostname } = new URL(URL.canParse(text) ? text : 'https://posts-understudy.invalid')
  for (const dispatcher of currentDispatchers()) {
    if (!dispatcher || proven.get(dispatcher) === origin) continue
    const fresh = freshDispatcher(dispatcher)
    const used = fresh ?? dispatcher
    const hosts = hostsOf(() => used.dispatch({ origin, path: '/', method: 'HEAD' }, ignoring))
    // What the user has set may answer without a socket, such as a MockAgent.
    if (!hosts.includes(hostname.replace(/[[\]]/g, '')) && (fresh || hosts.length > 0))
      throw unsupported(hosts.length === 0 ? 'open no sockets' : `go to the proxy ${hosts}`)
    proven.set(dispatcher, origin)
  }
}

function unsupported(fact: string): UnderstudyError {
  return new UnderstudyError(
    'RUNTIME_UNSUPPORTED',
    `Failed to listen: requests of fetch ${fact}, so they would reach the real service. Run the tests with Node, without NODE_USE_ENV_PROXY (or state \`baseUrl\`, and its host in NO_PROXY), or give your client \`createPostsMock().fetch\`.`,
  )
}

/** Accepts what undici tells of a request, by the names of all its versions. */
const ignoring = new Proxy({}, { get: () => () => true })

/** The hosts to which a function opens sockets at once; they are not connected. */
function hostsOf(send: () => unknown): unknown[] {
  const { connect } = Socket.prototype
  const hosts: unknown[] = []
  try {
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
      // Node passes its normalized arguments as one array.
      hosts.push((args.flat()[0] as { host?: unknown }).host)
      return this.destroy()
    }
    send()
  } finally {
    Socket.prototype.connect = connect
  }
  return hosts
}

/**
 * Lets undici, and with it `fetch`, open new connections: only those are intercepted, and undici keeps others open for some
 * seconds. A dispatcher of the user that is not an agent stays.
 *
 * @returns a function that gives new requests the connections from before. Its promise resolves when the replies of all others
 * were read.
 */
function useFreshConnections(): () => Promise<unknown> {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const undos = currentDispatchers().map((original, index) => {
    const place = places[index] as symbol
    const fresh = freshDispatcher(original)
    if (!fresh) return undefined
    globals[place] = fresh
    return () => {
      if (globals[place] === fresh) globals[place] = original
      return fresh.close()
    }
  })
  return () => Promise.allSettled(undos.map((undo) => undo?.()))
}
