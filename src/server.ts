import './supported-node.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlPath } from './control/control-app.ts'
import { createWorldHandle, type WorldHandle } from './mock/world-handle.ts'
import { type Listening, listen, nodeListener } from './server/listen.ts'
import { askHandlers, moduleLoader } from './server/own-handlers.ts'
import { openPostsService } from './server/posts-service.ts'
import { checkServerOptions, type PostsServerOptions } from './server/server-options.ts'
import { panelPath } from './server/site.ts'

export type { AnsweredRequest, PostsServerOptions } from './server/server-options.ts'

/** A mock that is served on a port. */
export interface PostsServer extends WorldHandle, AsyncDisposable {
  /** The base address, such as `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The panel, such as `http://127.0.0.1:4010/`, with the token, if any. */
  readonly pageUrl: string
  /** The control API, such as `http://127.0.0.1:4010/_understudy/`. */
  readonly controlUrl: string
  /** The token of the control API; undefined where it needs none. */
  readonly token: string | undefined
  /** The worlds that clients forked from the base world with the header `X-Understudy-World`. */
  readonly worlds: {
    /** Their names, least recently used first. */
    readonly names: readonly string[]
    /**
     * The world with this name, forked from the base world if it does not exist.
     * @throws UnderstudyError `OPTION_INVALID` for an invalid name.
     */
    get(name: string): WorldHandle
    /** Drops a world; returns whether it existed. */
    drop(name: string): boolean
  }
  /**
   * Stops accepting requests, waits for those in progress, and writes the data file.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  close(): Promise<void>
}

/**
 * Serves a mock of the posts service on a port.
 *
 * @param options see {@link PostsServerOptions}; all have defaults.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `PORT_IN_USE`, `PORT_REFUSED`,
 * `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
 * @example
 * await using server = await createPostsServer({ posts: 3 })
 * const response = await fetch(`${server.url}/posts`)
 * @example
 * const inMyWorld = { headers: { 'X-Understudy-World': 'checkout test' } }
 * await fetch(`${server.url}/posts/1`, { method: 'DELETE', ...inMyWorld })
 */
export async function createPostsServer(options: PostsServerOptions = {}): Promise<PostsServer> {
  const { port, host, basePath, allowOrigins, notice, token, settings } = checkServerOptions(options)
  const { dataFile, watch } = options
  const guard = { host, allowOrigins, token }
  const service = await openPostsService({ settings, dataFile, watch, basePath, guard, notice })
  const { worlds } = service
  const { handlers: name, onRequest } = options
  let http: Listening | undefined
  const close = async () => {
    const closed = http?.close()
    service.release()
    await closed
    await service.close()
  }
  try {
    const { worldOf } = service
    const own =
      name === undefined ? undefined : askHandlers({ name, worldOf, load: await moduleLoader(name) })
    const answer = nodeListener(service.fetch)
    const ask = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const rest = (error: unknown) => (error ? nodeListener(() => Promise.reject(error)) : answer)
      own?.(incoming, outgoing, (error) => void rest(error)(incoming, outgoing))
    }
    http = await listen(own ? ask : answer, { port, host, onRequest })
    await service.keep()
  } catch (error) {
    await close()
    throw error
  }
  const { origin } = http
  return Object.assign(createWorldHandle(worlds.base), {
    url: origin + basePath,
    origin,
    // With base path "/" the root belongs to the posts. The browser does not send the part after #.
    pageUrl: `${origin}${basePath === '' ? panelPath : '/'}${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`,
    token,
    controlUrl: `${origin}${controlPath}/`,
    worlds: {
      get names() {
        return worlds.list().map(({ name }) => name)
      },
      get: (name: string) => createWorldHandle(worlds.get(name)),
      drop: (name: string) => worlds.drop(name),
    },
    close,
    [Symbol.asyncDispose]: close,
  })
}
