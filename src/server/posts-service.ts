import type { IncomingMessage } from 'node:http'
import { HTTPException } from 'hono/http-exception'
import { type App, type AppEnv, type AppOptions, createApp, toResponse } from '../../handlers/app.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { corsHeaders, preflight } from '../../handlers/operations/other-requests.ts'
import { findRoute } from '../../handlers/operations.ts'
import { World } from '../../handlers/world/world.ts'
import type { WorldSettings } from '../../handlers/world/world-settings.ts'
import { controlPath, createControlApp, isReading } from '../control/control-app.ts'
import type { ControlApp } from '../control/control-call.ts'
import { refuse } from '../control/refuse.ts'
import { Worlds, worldHeader } from '../control/worlds.ts'
import { belowPath, isBelow } from './below-path.ts'
import { type ControlGuardOptions, guarded } from './control-guard.ts'
import { DataFile } from './data-file.ts'
import { answerPage } from './pages.ts'
import { watchFile } from './watch-file.ts'

export interface PostsServiceOptions extends WorldSettings {
  /** Without trailing slash; empty for the root. */
  readonly basePath: string
  /** Unused worlds are dropped after so many milliseconds. */
  readonly worldTtl: number
  /** Who may use the control API. */
  readonly guard: ControlGuardOptions
  readonly dataFile?: string | undefined
  /** Reload the data file when it changes. */
  readonly watch?: boolean | undefined
  /** Whether the panel is also at the root, and links the example front end. Default false. */
  readonly hasPage?: boolean
  /** Of the built panel and page; for tests. */
  readonly folder?: URL
  /** Called with messages about the data file. */
  readonly notice: (message: string) => void
}

/** Worlds, control API and data file, for a server or the Vite plugin. */
export class PostsService {
  readonly worlds: Worlds
  readonly #options: PostsServiceOptions
  readonly #app: App
  readonly #control: ControlApp
  readonly #file: DataFile | undefined
  readonly #watch: boolean
  #stopWatching = () => {}

  private constructor(base: World, file: DataFile | undefined, options: PostsServiceOptions) {
    const { basePath, worldTtl, watch = false } = options
    const worlds = new Worlds(base, worldTtl)
    const keeping: AppOptions['keeping'] = file && ((world, task) => file.keeping(world, task))
    this.worlds = worlds
    this.#options = options
    this.#app = createApp({
      base: belowPath(basePath),
      world: (method, headers) => worlds.forRequest(headers[worldHeader], isReading(method)),
      keeping,
    })
    this.#control = createControlApp(worlds, {
      keeping: keeping ?? ((_world, task) => task()),
    })
    this.#file = file
    this.#watch = watch
  }

  /**
   * Reads the data file, if any, and makes the base world. Nothing is written before {@link keep}.
   * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`,
   * `DATA_FILE_IN_USE`
   */
  static async open(options: PostsServiceOptions): Promise<PostsService> {
    const { dataFile, notice } = options
    const file = dataFile === undefined ? undefined : await DataFile.open(dataFile, notice)
    try {
      const posts = file?.exists ? [] : (options.posts ?? 25)
      const base = new World({ ...options, posts })
      file?.load(base)
      return new PostsService(base, file, options)
    } catch (error) {
      await file?.close()
      throw error
    }
  }

  get basePath(): string {
    return this.#options.basePath
  }

  /** The world of a request, by its header; undefined where that is refused: {@link fetch} says why. */
  worldOf({ method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>): World | undefined {
    const name = headers[worldHeader]
    try {
      return this.worlds.forRequest(typeof name === 'string' ? name : undefined, isReading(method))
    } catch {
      return undefined
    }
  }

  /** Whether a path is answered here, and not by another server on the same port. */
  owns(path: string): boolean {
    return isBelow(path, controlPath) || isBelow(path, this.basePath || '/posts')
  }

  /** Answers any request. */
  async fetch(request: Request, env: AppEnv): Promise<Response> {
    const { guard, folder, hasPage = false } = this.#options
    const { basePath } = this
    const path = pathOf(request.url)
    if (path === '/' || isBelow(path, controlPath)) {
      const page = await answerPage(request, {
        basePath,
        hasPage,
        ...(folder && { folder }),
      })
      if (page) return page
    }
    if (isBelow(path, controlPath))
      return await guarded(request, guard, () => this.#control.fetch(request, env))
    const cors = () => corsHeaders(env.headers ?? {}, this.worlds.base.profile)
    try {
      return (await this.#app(request, env)) ?? this.#beside(request, env, path)
    } catch (error) {
      if (error instanceof HTTPException) return refuse(error.status, error.message, cors())
      if (!isUnderstudyError(error)) throw error
      if (error.code !== 'OPTION_INVALID') return refuse(500, error.message, cors())
      return refuse(400, error.message, cors())
    }
  }

  /** A path that is not below the base path, often without the version segment. */
  #beside({ method, url }: Request, { headers = {} }: AppEnv, path: string): Response {
    const { profile } = this.worlds.base
    const base = `${new URL(url).origin}${this.basePath}`
    const plain = { method, base, path, query: '', headers, body: undefined }
    const reply = preflight(plain, findRoute(method, ''), profile)
    if (reply) return toResponse(reply)
    const detail = `Unknown path ${path}. The posts are at ${base}/posts.`
    return refuse(404, detail, corsHeaders(headers, profile))
  }

  /**
   * Saves the posts in the data file from now on.
   * @param url where they are served.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  async keep(url?: string): Promise<void> {
    const file = this.#file
    if (!file) return
    await file.keep(this.worlds.base, url)
    if (this.#watch) this.#stopWatching = watchFile(file.path, () => void file.reload())
  }

  /** Ends hanging requests, and answers the calls of the control API that wait. */
  release(): void {
    this.#stopWatching()
    this.worlds.close()
  }

  /**
   * Releases, and writes pending changes to the data file.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async close(): Promise<void> {
    this.release()
    await this.#file?.close()
  }
}

/** The path of a URL, still percent-encoded. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}
