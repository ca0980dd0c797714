import type { InlineConfig } from 'vite'
import type { AppEnv } from '../../handlers/app.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { openPostsService, type PostsService, type PostsServiceOptions } from '../server/posts-service.ts'

/** By the object that Vite passes from a dev server to the one that replaces it. */
const running = new WeakMap<InlineConfig, SharedService>()

/** A service that survives restarts of the dev server: Vite creates a new server when its configuration changes. */
export class SharedService {
  readonly #owner: InlineConfig
  #service: PostsService
  /** The options of the initial posts, as JSON. */
  #begun: string
  /** Settles after a restart. */
  #ready: Promise<void> = Promise.resolve()
  #users = 0

  private constructor(owner: InlineConfig, service: PostsService, begun: string) {
    this.#owner = owner
    this.#service = service
    this.#begun = begun
  }

  /**
   * Opens the service of a dev server. If it replaces another server, it takes over the posts, unless the options of the
   * initial posts have changed; requests wait during the restart.
   *
   * @throws UnderstudyError as {@link openPostsService} does.
   */
  static async join(owner: InlineConfig, options: PostsServiceOptions): Promise<SharedService> {
    const { posts, seed } = options.settings
    const begun = stringifyJson([posts, seed])
    const before = running.get(owner)
    if (before) {
      // Vite may restart twice at once.
      const restart = before.#ready.then(() => before.#restart(begun, options))
      before.#ready = restart.catch(() => {})
      await restart
    }
    const shared = before ?? new SharedService(owner, await begin(options), begun)
    running.set(owner, shared)
    shared.#users++
    return shared
  }

  get service(): PostsService {
    return this.#service
  }

  /** Replies, after a pending restart. */
  async fetch(request: Request, env: AppEnv): Promise<Response> {
    await this.#ready
    return this.#service.fetch(request, env)
  }

  /** Ends the use by one server; the last one closes the service. */
  async leave(): Promise<void> {
    this.#users--
    if (this.#users > 0) return
    running.delete(this.#owner)
    await this.#service.close()
  }

  async #restart(begun: string, options: PostsServiceOptions): Promise<void> {
    const former = this.#service
    try {
      await former.close()
      const next = await begin(options)
      if (options.dataFile === undefined && begun === this.#begun)
        next.worlds.base.store.restore(former.worlds.base.store.snapshot())
      this.#service = next
      this.#begun = begun
    } catch (error) {
      // Vite keeps the former server if a new one cannot start.
      await former.keep()
      throw error
    }
  }
}

async function begin(options: PostsServiceOptions): Promise<PostsService> {
  const service = await openPostsService(options)
  await service.keep()
  return service
}
