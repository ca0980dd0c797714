import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { MockSettings } from '../mock/environment.ts'

/** An answered request, for a log. */
export interface AnsweredRequest {
  readonly method: string
  /** The target in the request line. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<IncomingHttpHeaders>
  /** 0 where the client got no reply. */
  readonly status: number
  /** In milliseconds. */
  readonly duration: number
}

/** The options of `createPostsServer`; all have defaults. */
export interface PostsServerOptions extends MockSettings {
  /** The port; 0 takes a free one. Default 0 (4010 on the command line). */
  readonly port?: number
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string
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
  /** Called for every answered request, for a log. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined
}

/** The addresses that only this machine can connect to. */
const localOnly = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/**
 * Checks and completes the server's own options.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkServerOptions(options: PostsServerOptions) {
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
