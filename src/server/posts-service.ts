import { watch } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname } from 'node:path'
import { realTimers } from '../../handlers/model/timers.ts'
import { createWorld, type WorldSettings } from '../../handlers/world/create-world.ts'
import type { World } from '../../handlers/world/world.ts'
import { ControlApi, maxControlBytes } from './control/control-api.ts'
import type { ControlGuardOptions } from './control/control-guard.ts'
import { controlPath } from './control/control-routes.ts'
import { DataFile } from './data-file.ts'
import { type ServerLimits, Transfer, WorldMemory } from './limits.ts'
import type { PageHandler } from './page-handler.ts'
import { PanelHandler, PanelWindowHandler } from './panel-handler.ts'
import { type Keeping, PostsHost } from './posts-host.ts'
import { announcesMore } from './read-body.ts'
import { seederFor } from './seed-world.ts'
import { Worlds } from './worlds.ts'

/** What a {@link PostsService} is made of; what it leaves out of the settings of a world has defaults. */
export interface PostsServiceOptions extends WorldSettings {
  /** Without a slash at the end; empty where the posts stand at the root. */
  readonly basePath: string
  /** After how many milliseconds without use a world is dropped. */
  readonly worldTtl: number
  readonly limits: ServerLimits
  /** Who may drive the control API. */
  readonly guard: ControlGuardOptions
  readonly dataFile?: string | undefined
  /** Reload the data file when somebody edits it. */
  readonly watch?: boolean | undefined
  /** A page to show beside the posts. */
  readonly page?: PageHandler | undefined
  /** Called with what a person should know about the data file. */
  readonly notice: (message: string) => void
}

interface Parts {
  readonly worlds: Worlds
  readonly control: ControlApi
  readonly host: PostsHost
  readonly file: DataFile | undefined
  readonly watch: boolean
  readonly transfer: Transfer
}

/** All that answers for the posts on sockets, whoever owns these: worlds, control API and data file. */
export class PostsService {
  readonly #parts: Parts
  #stopWatching = () => {}

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Reads the data file, if there is one, and makes the base world. Nothing is written before {@link keep}.
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
      return PostsService.#of(base, file, options)
    } catch (error) {
      await file?.close()
      throw error
    }
  }

  static #of(base: World, file: DataFile | undefined, options: PostsServiceOptions): PostsService {
    const { basePath, worldTtl, limits, guard, watch = false, page } = options
    const worlds = new Worlds(base, { ttl: worldTtl, limit: limits.worlds })
    const memory = new WorldMemory(limits.memory, base, () => worlds.all())
    const transfer = new Transfer(limits.transfer)
    const keeping: Keeping = file ? (world, task) => file.keeping(world, task) : (_world, task) => task()
    const control = new ControlApi(worlds, { guard, keeping, memory, transfer, maxStreams: limits.streams })
    const others = [new PanelHandler(), new PanelWindowHandler(), ...(page ? [page] : []), control]
    const beside = page && ((request: IncomingMessage, path: string) => page.answer(request, path))
    const host = new PostsHost({ worlds, basePath, others, beside, keeping, memory, transfer })
    return new PostsService({ worlds, control, host, file, watch, transfer })
  }

  get worlds(): Worlds {
    return this.#parts.worlds
  }

  /** Counts the bytes that wait for slow clients. */
  get transfer(): Transfer {
    return this.#parts.transfer
  }

  get host(): PostsHost {
    return this.#parts.host
  }

  /** Whether a client that waits for leave to send its body shall have it. */
  takesBody(request: IncomingMessage): boolean {
    const ofPosts = this.worlds.base.profile['input.max-bytes']
    return !announcesMore(request, request.url?.startsWith(controlPath) ? maxControlBytes : ofPosts)
  }

  /**
   * Keeps the posts in the data file from now on.
   * @param url where they are served.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  async keep(url?: string): Promise<void> {
    const { file, watch, worlds } = this.#parts
    if (!file) return
    await file.keep(worlds.base, url)
    if (watch) this.#stopWatching = watchFile(file.path, () => void file.reload())
  }

  /** Lets go of requests that hang, and ends the streams of the control API. */
  release(): void {
    this.#stopWatching()
    this.#parts.control.close()
    this.#parts.worlds.close()
  }

  /**
   * Releases whoever waits, and writes what the data file lacks.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async close(): Promise<void> {
    this.release()
    await this.#parts.file?.close()
  }
}

/** How long a file must be left in peace before it is looked at, in milliseconds: editors write in several steps. */
const peace = 80

/**
 * Calls back when a file may have changed. The folder is watched, as most editors put a new file in the place of the old.
 *
 * @returns a function that ends it.
 */
function watchFile(path: string, changed: () => void): () => void {
  let timer: unknown
  const later = () => {
    realTimers.clearTimeout(timer as never)
    timer = realTimers.setTimeout(changed, peace)
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
