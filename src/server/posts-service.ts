import { watch } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname } from 'node:path'
import { realTimers } from '../../handlers/model/timers.ts'
import { createWorld, type WorldSettings } from '../../handlers/world/create-world.ts'
import type { World } from '../../handlers/world/world.ts'
import { ControlApi } from './control/control-api.ts'
import type { ControlGuardOptions } from './control/control-guard.ts'
import { controlPath } from './control/control-routes.ts'
import { DataFile } from './data-file.ts'
import { limits } from './limits.ts'
import type { PageHandler } from './page-handler.ts'
import { panelHandlers } from './panel-handlers.ts'
import { type Keeping, PostsHost } from './posts-host.ts'
import { announcesMore } from './read-body.ts'
import { seederFor } from './seeder-for.ts'
import { Worlds } from './worlds.ts'

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
  /** The start page and example. */
  readonly page?: PageHandler | undefined
  /** Called with messages about the data file. */
  readonly notice: (message: string) => void
}

/** Worlds, control API and data file, for a server or the Vite plugin. */
export class PostsService {
  readonly worlds: Worlds
  readonly host: PostsHost
  readonly #control: ControlApi
  readonly #file: DataFile | undefined
  readonly #watch: boolean
  #stopWatching = () => {}

  private constructor(base: World, file: DataFile | undefined, options: PostsServiceOptions) {
    const { basePath, worldTtl, guard, watch = false, page } = options
    const worlds = new Worlds(base, worldTtl)
    const keeping: Keeping = file ? (world, task) => file.keeping(world, task) : (_world, task) => task()
    const control = new ControlApi(worlds, {
      basePath,
      guard,
      keeping,
    })
    const others = [...panelHandlers, ...(page ? [page] : []), control]
    const beside = page && ((request: IncomingMessage, path: string) => page.answer(request, path))
    this.worlds = worlds
    this.host = new PostsHost({ worlds, basePath, others, beside, keeping })
    this.#control = control
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
      const base = createWorld({ ...options, posts }, await seederFor(posts))
      file?.load(base)
      return new PostsService(base, file, options)
    } catch (error) {
      await file?.close()
      throw error
    }
  }

  /** Whether a client with `Expect: 100-continue` may send its body. */
  takesBody(request: IncomingMessage): boolean {
    const ofPosts = this.worlds.base.profile['input.max-bytes']
    return !announcesMore(request, request.url?.startsWith(controlPath) ? limits.control : ofPosts)
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

  /** Ends hanging requests and the streams of the control API. */
  release(): void {
    this.#stopWatching()
    this.#control.close()
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

/** How long to wait after a change, in milliseconds: editors write in several steps. */
const debounce = 80

/**
 * Watches a file through its folder, because most editors replace the file.
 *
 * @returns a function that stops.
 */
function watchFile(path: string, changed: () => void): () => void {
  let timer: unknown
  const later = () => {
    realTimers.clearTimeout(timer as never)
    timer = realTimers.setTimeout(changed, debounce)
  }
  const watcher = watch(dirname(path), (_event, name) => {
    if (name === null || name === basename(path)) later()
  })
  watcher.on('error', later)
  return () => {
    realTimers.clearTimeout(timer as never)
    watcher.close()
  }
}
