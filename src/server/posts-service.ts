import { type AppEnv, type AppOptions, createApp, isPassthrough } from '../../handlers/app.ts'
import { BaseUrl, isBelow } from '../../handlers/http/base-url.ts'
import { corsHeaders } from '../../handlers/operations/access.ts'
import type { OwnHandlers } from '../../handlers/world/world.ts'
import { createControlApp, refusalOf } from '../control/control-app.ts'
import { controlPath, worldHeader } from '../control/control-client.ts'
import { Worlds } from '../control/worlds.ts'
import { createWorld, type MockSettings } from '../mock/environment.ts'
import { DataFile } from './data-file.ts'
import { type ControlGuardOptions, createSite } from './site.ts'

export interface PostsServiceOptions {
  readonly settings: MockSettings
  /** Without trailing slash; empty for the root. */
  readonly basePath: string
  readonly guard: ControlGuardOptions
  readonly dataFile?: string | undefined
  readonly watch?: boolean | undefined
  readonly own?: OwnHandlers | undefined
  /**
   * Whether another server answers on the same port: it gets what a user's handler passes on, and without a base path all but the
   * posts. Default false.
   */
  readonly sharesPort?: boolean
  readonly notice: (message: string) => void
}

/** Worlds, control API and data file, for a server or the Vite plugin. */
export type PostsService = Awaited<ReturnType<typeof openPostsService>>

/**
 * Makes the base world, with the posts of the data file, if any. Nothing is written before `keep`.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`,
 * `DATA_FILE_IN_USE`
 */
export async function openPostsService(options: PostsServiceOptions) {
  const { settings, basePath, guard, dataFile, watch = false, own, sharesPort = false, notice } = options
  const base = createWorld(settings)
  base.own = own
  const file = dataFile === undefined ? undefined : await DataFile.open(dataFile, base, { watch, notice })
  const worlds = new Worlds(base)
  const top = basePath || '/posts'
  const persist: AppOptions['persist'] = file && ((task) => file.persist(task))
  const posts = createApp({
    base: new BaseUrl(basePath || '/', { origin: '', top: sharesPort ? top : basePath }),
    // OPTIONS costs nothing, so it makes no world.
    world: (method, headers) => worlds.forRequest(headers[worldHeader], method === 'OPTIONS'),
    persist,
    isLast: !sharesPort,
  })
  const control = createControlApp(worlds, persist)
  const site = createSite(control, guard, basePath)
  return {
    worlds,
    basePath,
    /** Whether a path is answered here, and not by another server on the same port. */
    owns: (path: string) => isBelow(path, controlPath) || isBelow(path, top),
    /** Answers any request; undefined for one that is left to the server that shares the port. */
    async fetch(request: Request, env: AppEnv): Promise<Response | undefined> {
      const { url } = request
      // With base path "/" the control API is below it. No handler of the user answers it.
      const isControl = url.includes(controlPath) && isBelow(new URL(url).pathname, controlPath)
      try {
        const response = isControl ? undefined : await posts(request, env)
        if (response && !isPassthrough(response)) return response
        return sharesPort && !isControl ? undefined : await site.fetch(request, env)
      } catch (error) {
        return refusalOf(error, corsHeaders(env.headers ?? {}, base.profile))
      }
    },
    /** Saves the posts in the data file from now on. @throws UnderstudyError `DATA_FILE_UNWRITABLE` */
    keep: async () => await file?.keep(),
    /** Ends hanging requests, and writes pending changes to the data file. @throws UnderstudyError `DATA_FILE_UNWRITABLE` */
    async close() {
      worlds.close()
      await file?.close()
    },
  }
}
