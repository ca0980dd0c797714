import type { InlineConfig } from 'vite'
import type { AppEnv } from '../../handlers/app.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { openPostsService, type PostsService, type PostsServiceOptions } from '../server/posts-service.ts'

/** By the object that Vite passes from a dev server to the one that replaces it. */
const running = new WeakMap<InlineConfig, SharedService>()

/** A service that survives restarts of the dev server: Vite creates a new server when its configuration changes. */
export class SharedService {
  readonly #owner: InlineConfig
  service!: PostsService
  /** The options of the initial posts, as JSON. */
  #begun = ''
  #ready: Promise<void> = Promise.resolve()
  #users = 0

  private constructor(owner: InlineConfig) {
    this.#owner = owner
  }

  /**
   * Opens the service of a dev server. If it replaces another server, it takes over the posts, unless the options of the
   * initial posts have changed; requests wait during the restart.
   *
   * @throws UnderstudyError as {@link openPostsService} does.
   */
  static async join(owner: InlineConfig, options: PostsServiceOptions): Promise<SharedService> {
    const shared = running.get(owner) ?? new SharedService(owner)
    // Vite may restart twice at once.
    const started = shared.#ready.then(() => shared.#start(options))
    shared.#ready = started.catch(() => {})
    await started
    running.set(owner, shared)
    shared.#users++
    return shared
  }

  /** Replies, after a pending restart; undefined for a request that is left to Vite. */
  async fetch(request: Request, env: AppEnv): Promise<Response | undefined> {
    await this.#ready
    return this.service.fetch(request, env)
  }

  /** Ends the use by one server; the last one closes the service. */
  async leave(): Promise<void> {
    this.#users--
    if (this.#users > 0) return
    running.delete(this.#owner)
    await this.service.close()
  }

  async #start(options: PostsServiceOptions): Promise<void> {
    const { posts, seed } = options.settings
    const begun = stringifyJson([posts, seed])
    const former: PostsService | undefined = this.service
    let next: PostsService | undefined
    try {
      await former?.close()
      next = await openPostsService(options)
      await next.keep()
      if (former && options.dataFile === undefined && begun === this.#begun)
        next.worlds.base.store.restore(former.worlds.base.store.snapshot())
      this.service = next
      this.#begun = begun
    } catch (error) {
      // Vite keeps the former server if a new one cannot start, and that needs the data file.
      await next?.close()
      await former?.keep()
      throw error
    }
  }
}
