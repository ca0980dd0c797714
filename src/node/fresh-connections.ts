/** As much of an undici dispatcher as is used here. */
interface Dispatcher {
  dispatch(options: { origin?: string | URL; path: string }, handler: unknown): boolean
  close(): Promise<void>
}

/** Where Node's own fetch and the undici from npm look for the dispatcher that everything shares. */
const places = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

/**
 * Keeps requests for the mock off the connections that are already open.
 *
 * MSW sees connections being opened. Undici, and with it `fetch`, keeps them open for some seconds, so a request to an
 * address that was fetched just before would go to the real service, although the mock listens.
 *
 * @param isMeant asks whether a request is for a mock; all others keep their connections.
 * @returns what undoes it.
 */
export function useFreshConnections(isMeant: (url: URL) => boolean): () => void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const undos = places.map((place) => {
    const original = globals[place]
    const fresh = original && emptyCopy(original)
    // Without a dispatcher nothing was fetched yet; one of another kind is the user's own, who then rules over it.
    if (!fresh) return undefined
    const chooser = new Proxy(original, {
      get(target, name) {
        if (name === 'dispatch') {
          const dispatch: Dispatcher['dispatch'] = (options, handler) => {
            const url = URL.parse(options.path, options.origin)
            return (url && isMeant(url) ? fresh : target).dispatch(options, handler)
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
