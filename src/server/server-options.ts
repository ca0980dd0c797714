import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type OptionNames, refuseUnknownOptions } from '../../handlers/model/known-options.ts'
import { type WorldSettings, worldSettingNames } from '../../handlers/world/create-world.ts'
import type { AnsweredRequest } from './http-server.ts'
import { usualWorlds } from './worlds.ts'

/** What `createPostsServer` takes; every option has a default. */
export interface PostsServerOptions extends WorldSettings {
  /** The port to listen on; 0 takes a free one. Default 0: tests run side by side (the command line has 4010). */
  readonly port?: number
  /** The address to listen on. Default `127.0.0.1`: nobody but this machine. */
  readonly host?: string
  /** The path before `/posts`. Default `/v1`. */
  readonly basePath?: string
  /**
   * A JSON file that keeps the posts of the base world: `{ "posts": [...] }`. Where there is none it is written with the
   * posts to begin with; where there is one, `posts` counts for nothing. A write is answered once the file has it.
   */
  readonly dataFile?: string
  /** Reload the data file when somebody edits it. Default false. */
  readonly watch?: boolean
  /** Called with what a person should know about the data file: reloaded, broken, not writable. Default `console.warn`. */
  readonly onNotice?: (message: string) => void
  /** After how many milliseconds without use a world is dropped. Default 600,000: ten minutes. */
  readonly worldTtl?: number
  /** How many worlds there may be; the one unused for longest goes first. Default 10,000. */
  readonly worldLimit?: number
  /** Origins of pages that may drive the control API, such as `http://localhost:5173`. Default none but the server's own. */
  readonly allowOrigins?: readonly string[]
  /** Called for every request that was answered, for a log. */
  readonly onRequest?: (request: AnsweredRequest) => void
}

const names: OptionNames<PostsServerOptions> = {
  port: true,
  host: true,
  basePath: true,
  dataFile: true,
  watch: true,
  onNotice: true,
  worldTtl: true,
  worldLimit: true,
  allowOrigins: true,
  onRequest: true,
  ...worldSettingNames,
}

/**
 * Completes the options that are the server's own, checked.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkServerOptions(options: PostsServerOptions) {
  refuseUnknownOptions('create a posts server', options, names)
  const {
    port = 0,
    host = '127.0.0.1',
    worldTtl = usualWorlds.ttl,
    worldLimit = usualWorlds.limit,
    allowOrigins = [],
  } = options
  const { basePath = '/v1', watch = false, dataFile, onNotice: notice = warn } = options
  check('port', port, isWhole(port, 0, 65_535), 'Give a whole number from 0 to 65535.')
  check('host', host, host !== '', 'Give an address of this machine, such as "127.0.0.1".')
  check('worldTtl', worldTtl, isWhole(worldTtl, 1, 2 ** 31 - 1), 'Give milliseconds from 1.')
  check('worldLimit', worldLimit, isWhole(worldLimit, 1, 10_000_000), 'Give a whole number from 1.')
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
    !watch || dataFile !== undefined,
    'There is no `dataFile` to watch. Name one, or leave it out.',
  )
  for (const origin of allowOrigins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
    check('allowOrigins', origin, isOrigin, 'Give an origin such as "http://localhost:5173", without a path.')
  }
  return { port, host, basePath: basePath.replace(/\/$/, ''), worldTtl, worldLimit, allowOrigins, notice }
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}

function check(option: string, value: unknown, isRight: boolean, nextStep: string): void {
  if (isRight) return
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to create a posts server: "${option}" is ${JSON.stringify(value)}. ${nextStep}`,
  )
}

function warn(message: string): void {
  console.warn(`[posts-understudy] ${message}`)
}
