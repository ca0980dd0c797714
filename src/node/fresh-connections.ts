/** The used part of an undici dispatcher. */
interface Dispatcher {
  dispatch(options: { origin?: string | URL; path: string }, handler: unknown): boolean
  close(): Promise<void>
}

/** The global dispatchers of Node's fetch and of undici from npm. */
const places = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

/**
 * Sends requests for the mock over new connections.
 *
 * MSW intercepts only new connections. Undici, and with it `fetch`, keeps connections open for some seconds, so a request to
 * an address that was fetched just before would go to the real service.
 *
 * @param isMocked whether a request is for a mock; all others keep their connections.
 * @returns a function that undoes it.
 */
export function useFreshConnections(isMocked: (url: URL) => boolean): () => void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const undos = places.map((place) => {
    const original = globals[place]
    const fresh = original && emptyCopy(original)
    // Without a dispatcher nothing was fetched yet; one of another class was set by the user.
    if (!fresh) return undefined
    const chooser = new Proxy(original, {
      get(target, name) {
        if (name === 'dispatch') {
          const dispatch: Dispatcher['dispatch'] = (options, handler) => {
            const url = URL.parse(options.path, options.origin)
            return (url && isMocked(url) ? fresh : target).dispatch(options, handler)
          }
          return dispatch
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    globals[place] = chooser
    return () => {
      if (globals[place] === chooser) globals[place] = original
      void fresh.close()
    }
  })
  return () => {
    for (const undo of undos) undo?.()
  }
}

function emptyCopy(dispatcher: Dispatcher): Dispatcher | undefined {
  const Kind = dispatcher.constructor as new () => Dispatcher
  return Kind.name === 'Agent' ? new Kind() : undefined
}
