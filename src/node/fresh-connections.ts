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
export function useFreshConnections(): () => Promise<unknown> {
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
