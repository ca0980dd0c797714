import { HTTPException } from 'hono/http-exception'
import { type AppEnv, type AppOptions, createApp } from '../../handlers/app.ts'
import { belowPath, isBelow } from '../../handlers/http/base-url.ts'
import type { PlainHeaders } from '../../handlers/http/plain.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { corsHeaders } from '../../handlers/operations/access.ts'
import type { World } from '../../handlers/world/world.ts'
import { controlPath, createControlApp, isReading } from '../control/control-app.ts'
import { Worlds, worldHeader } from '../control/worlds.ts'
import { createWorld, type MockSettings } from '../mock/environment.ts'
import { DataFile } from './data-file.ts'
import { type ControlGuardOptions, createSite } from './site.ts'

export interface PostsServiceOptions {
  /** The settings of the base world. */
  readonly settings: MockSettings
  /** Without trailing slash; empty for the root. */
  readonly basePath: string
  /** Who may use the control API. */
  readonly guard: ControlGuardOptions
  readonly dataFile?: string | undefined
  /** Reload the data file when it changes. */
  readonly watch?: boolean | undefined
  /** Called with messages about the data file. */
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
  const { settings, basePath, guard, dataFile, watch = false, notice } = options
  const base = createWorld(settings)
  const file = dataFile === undefined ? undefined : await DataFile.open(dataFile, base, { watch, notice })
  const worlds = new Worlds(base)
  const keeping: AppOptions['keeping'] = file && ((world, task) => file.keeping(world, task))
  const worldNamed = (method: string, name: string | undefined) => worlds.forRequest(name, isReading(method))
  const below = belowPath(basePath)
  const posts = createApp({
    // With base path "/" the control API is below it.
    base: { split: (url) => (isBelow(url.pathname, controlPath) ? undefined : below.split(url)) },
    world: (method, headers) => worldNamed(method, headers[worldHeader]),
    keeping,
  })
  const control = createControlApp(worlds, keeping)
  const site = createSite({ control, guard, basePath })
  const refusalOf = (error: unknown, headers: PlainHeaders) => {
    const cors = corsHeaders(headers, base.profile)
    if (error instanceof HTTPException) return refuse(error.status, error.message, cors)
    if (!isUnderstudyError(error)) throw error
    return refuse(error.code === 'OPTION_INVALID' ? 400 : 500, error.message, cors)
  }
  return {
    worlds,
    basePath,
    /** The world of a request, by its header; or the refusal of a request that names no valid one. */
    worldOf({ method }: Request, { headers = {} }: AppEnv): World | Response {
      try {
        return worldNamed(method, headers[worldHeader])
      } catch (error) {
        return refusalOf(error, headers)
      }
    },
    /** Whether a path is answered here, and not by another server on the same port. */
    owns: (path: string) => isBelow(path, controlPath) || isBelow(path, basePath || '/posts'),
    /** Answers any request. */
    async fetch(request: Request, env: AppEnv): Promise<Response> {
      try {
        return (await posts(request, env)) ?? (await site.fetch(request, env))
      } catch (error) {
        return refusalOf(error, env.headers ?? {})
      }
    },
    /** Saves the posts in the data file from now on. @throws UnderstudyError `DATA_FILE_UNWRITABLE` */
    keep: async () => await file?.keep(),
    /** Ends hanging requests, and answers the calls of the control API that wait. */
    release: () => worlds.close(),
    /** Releases, and writes pending changes to the data file. @throws UnderstudyError `DATA_FILE_UNWRITABLE` */
    async close() {
      worlds.close()
      await file?.close()
    },
  }
}
