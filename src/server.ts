import './supported-node.ts'
import { randomBytes } from 'node:crypto'
import { UnderstudyError } from '../handlers/model/errors.ts'
import { controlPath } from './control/control-client.ts'
import type { MockSettings } from './mock/environment.ts'
import { createWorldHandle, type WorldHandle } from './mock/world-handle.ts'
import { type Listening, type ListenOptions, listen, nodeListener } from './server/listen.ts'
import { handlersOfModule, moduleLoader } from './server/own-handlers.ts'
import { openPostsService } from './server/posts-service.ts'
import { panelPath } from './server/site.ts'

export type { AnsweredRequest } from './server/listen.ts'

/** The options of `createPostsServer`; all have defaults. */
export interface PostsServerOptions extends MockSettings, ListenOptions {
  /** The path before `/posts`. Default `/v1`. */
  readonly basePath?: string
  /**
   * A JSON file with the posts of the base world: `{ "posts": [...] }`. It is created with the initial posts; if it exists,
   * `posts` is ignored. A write is answered once the file has it.
   */
  readonly dataFile?: string
  /**
   * A module whose export `handlers` (or default export) is a list of MSW's HTTP handlers, or a function that makes the list
   * from a world (`({ posts }) => [...]`), once for each. They run before the mock, for every address, and are loaded again
   * when the module changes. Default none.
   */
  readonly handlers?: string
  /** Reload the data file when it changes. Default false. */
  readonly watch?: boolean
  /** Called with messages about the data file: reloaded, broken, not writable. Default `console.warn`. */
  readonly onNotice?: (message: string) => void
  /**
   * The token of the control API, sent as `Authorization: Bearer TOKEN`. Default none where only this machine can
   * connect, else a random one, which is `server.token`.
   */
  readonly token?: string
  /**
   * Origins of pages that may use the control API, such as `http://localhost:5173`. Default only the server's own.
   */
  readonly allowOrigins?: readonly string[]
}

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
  const { handlers: name, onRequest } = options
  const own =
    name === undefined
      ? undefined
      : handlersOfModule({ name, load: await moduleLoader(name), failed: notice })
  const service = await openPostsService({ settings, dataFile, watch, basePath, guard, own, notice })
  const { worlds } = service
  let http: Listening | undefined
  const close = async () => {
    const closed = http?.close()
    worlds.close()
    await closed
    await service.close()
  }
  try {
    http = await listen(nodeListener(service.fetch), { port, host, onRequest })
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

/** The addresses that only this machine can connect to. */
const localOnly = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** @throws UnderstudyError `OPTION_INVALID` */
function checkServerOptions(options: PostsServerOptions) {
  const { port = 0, host = '127.0.0.1', basePath = '/v1', allowOrigins = [], onNotice, ...others } = options
  const { token: given, dataFile, handlers, watch = false, onRequest: _log, ...settings } = others
  const notice = onNotice ?? ((message: string) => console.warn(`[posts-understudy] ${message}`))
  const token = given ?? (localOnly.test(host) ? undefined : randomBytes(32).toString('base64url'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw invalid('port', port, 'Give a whole number from 0 to 65535.')
  // An empty address means every address.
  if (host === '') throw invalid('host', host, 'Give an address of this machine, such as "127.0.0.1".')
  if (!/^(?:\/|(?:\/[\w.~-]+)+\/?)$/.test(basePath) || /^\/_understudy(?:\/|$)/.test(basePath))
    throw invalid('basePath', basePath, 'Give a path such as "/v1", not that of the control API.')
  if (token !== undefined && !/^[\w.~+/=-]{16,}$/.test(token))
    throw invalid('token', '(not shown)', 'Give 16 or more letters, digits or -._~+/=.')
  if (watch && dataFile === undefined && handlers === undefined)
    throw invalid('watch', watch, 'Pass a file to watch too: `dataFile`.')
  for (const origin of allowOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw invalid('allowOrigins', origin, 'Give an origin such as "http://localhost:5173", without a path.')
  return { port, host, basePath: basePath.replace(/\/$/, ''), allowOrigins, notice, token, settings }
}

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts server: \`${option}\` is ${JSON.stringify(value)}. ${nextStep}`,
  )
}
