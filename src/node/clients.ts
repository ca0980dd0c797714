import http from 'node:http'
import https from 'node:https'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
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
  const noting = <Result>(call: () => Result) => listenersAtCall.run(listeners(), call)
  return new Proxy(client, {
    apply: (target, self, args) => noting(() => Reflect.apply(target, self, args)),
    construct: (target, args, newTarget) => noting(() => Reflect.construct(target, args, newTarget)),
  })
}

/** The used part of an undici dispatcher. */
interface Dispatcher {
  close(): Promise<void>
}

/** The global dispatchers of Node's fetch and of undici from npm. */
const places = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

/**
 * Lets undici, and with it `fetch`, open new connections: only those are intercepted, and undici keeps others open for some
 * seconds. A dispatcher that the user has set stays.
 *
 * @returns a function that gives new requests the connections from before. Its promise resolves when the replies of all others
 * were read.
 */
function useFreshConnections(): () => Promise<unknown> {
  // Node loads undici, which sets its dispatcher, at the first use of its classes.
  void globalThis.Response
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const undos = places.map((place) => {
    const original = globals[place]
    if (original?.constructor.name !== 'Agent') return undefined
    const fresh = new (original.constructor as new () => Dispatcher)()
    globals[place] = fresh
    return () => {
      if (globals[place] === fresh) globals[place] = original
      return fresh.close()
    }
  })
  return () => Promise.allSettled(undos.map((undo) => undo?.()))
}
