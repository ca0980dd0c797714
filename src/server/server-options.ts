import { randomBytes } from 'node:crypto'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { WorldSettings } from '../../handlers/world/world-settings.ts'
import { defaultWorldTtl } from '../control/worlds.ts'
import type { AnsweredRequest } from './listen.ts'

/** The options of `createPostsServer`; all have defaults. */
export interface PostsServerOptions extends WorldSettings {
  /** The port; 0 takes a free one. Default 0 (4010 on the command line). */
  readonly port?: number
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string
  /** The path before `/posts`. Default `/v1`. */
  readonly basePath?: string
  /**
   * A JSON file with the posts of the base world: `{ "posts": [...] }`. It is created with the initial posts; if it exists, * `posts` is ignored. A write is answered once the file has it.
   */
  readonly dataFile?: string
  /**
   * A module whose export `handlers` (or default export) is a list of MSW's HTTP handlers, or a function that makes the list
   * from a world (`({ posts }) => [...]`), once for each. They run before the mock, for every address. Default none.
   */
  readonly handlers?: string
  /** Reload the data file and the handlers when they change. Default false. */
  readonly watch?: boolean
  /** Called with messages about the data file: reloaded, broken, not writable. Default `console.warn`. */
  readonly onNotice?: (message: string) => void
  /** Unused worlds are dropped after so many milliseconds. Default 600,000. */
  readonly worldTtl?: number
  /**
   * The token of the control API, sent as `Authorization: Bearer TOKEN`. Default none where only this machine can
   * connect, else a random one, which is `server.token`.
   */
  readonly token?: string
  /** Makes the random token. Default 32 bytes of `node:crypto`. */
  readonly randomToken?: () => string
  /**
   * Origins of pages that may use the control API, such as `http://localhost:5173`. Default only the server's own.
   */
  readonly allowOrigins?: readonly string[]
  /** Called for every answered request, for a log. */
  readonly onRequest?: (request: AnsweredRequest) => void
}

/**
 * Checks and completes the server's own options.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkServerOptions(options: PostsServerOptions) {
  const { port = 0, host = '127.0.0.1', worldTtl = defaultWorldTtl, allowOrigins = [] } = options
  const { basePath = '/v1', watch = false, dataFile, onNotice: notice = warn } = options
  check('port', port, isWhole(port, 0, 65_535), 'Give a whole number from 0 to 65535.')
  check('host', host, host !== '', 'Give an address of this machine, such as "127.0.0.1".')
  check('worldTtl', worldTtl, isWhole(worldTtl, 1, 2 ** 31 - 1), 'Give milliseconds from 1.')
  const { randomToken = () => randomBytes(32).toString('base64url') } = options
  const token = options.token ?? (isLocalOnly(host) ? undefined : randomToken())
  check(
    'token',
    '(not shown)',
    token === undefined || /^[\w.~+/=-]{16,}$/.test(token),
    'Give 16 or more letters, digits or -._~+/=.',
  )
  check('basePath', basePath, /^(?:\/|(?:\/[\w.~-]+)+\/?)$/.test(basePath), 'Give a path such as "/v1".')
  check(
    'basePath',
    basePath,
    !/^\/_understudy(?:\/|$)/.test(basePath),
    'The control API is there. Give a path such as "/v1".',
  )
  check(
    'watch',
    watch,
    !watch || dataFile !== undefined || options.handlers !== undefined,
    'There is no `dataFile` to watch, and no `handlers`. Pass one, or remove `watch`.',
  )
  for (const origin of allowOrigins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
    check('allowOrigins', origin, isOrigin, 'Give an origin such as "http://localhost:5173", without a path.')
  }
  return { port, host, basePath: basePath.replace(/\/$/, ''), worldTtl, allowOrigins, notice, token, watch }
}

/** Whether only this machine can connect to an address: not to 0.0.0.0, which reaches this machine as a target. */
function isLocalOnly(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}

function check(option: string, value: unknown, isRight: boolean, nextStep: string): void {
  if (isRight) return
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts server: \`${option}\` is ${JSON.stringify(value)}. ${nextStep}`,
  )
}

function warn(message: string): void {
  console.warn(`[posts-understudy] ${message}`)
}
