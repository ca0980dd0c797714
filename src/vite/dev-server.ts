import { resolve } from 'node:path'
import type { Connect, PreviewServer, ViteDevServer } from 'vite'
import { formatWarning } from '../../handlers/warning.ts'
import type { PostsServiceOptions } from '../server/posts-service.ts'
import { usualWorlds } from '../server/worlds.ts'
import { basePathOf } from './base-path.ts'
import { announce } from './greeting.ts'
import { answerPosts } from './middleware.ts'
import type { PostsUnderstudyOptions } from './options.ts'
import { askHandlers } from './own-handlers.ts'
import { findOwnModule, handlersOf } from './own-module.ts'
import { type Place, takePlace } from './running.ts'

type Server = (ViteDevServer | PreviewServer) & { readonly middlewares: Connect.Server }

/**
 * Puts the posts service into a dev server, or into one of `vite preview`.
 * @throws UnderstudyError as {@link takePlace} does, and `OPTION_INVALID`
 */
export async function joinServer(server: Server, options: PostsUnderstudyOptions): Promise<Place> {
  const { config } = server
  const own = findOwnModule(options.handlers, config.root)
  const place = await takePlace(config.inlineConfig, serviceOptions(server, options))
  answerPosts(
    server.middlewares,
    place,
    own && askHandlers(async () => handlersOf(await load(server, own.file), own)),
  )
  const path = `${place.service.basePath}/posts`
  if (server.httpServer) announce(server, path, 'middleware')
  else config.logger.info(`posts-understudy answers ${path} in this server.`)
  return place
}

function serviceOptions({ config }: Server, options: PostsUnderstudyOptions): PostsServiceOptions {
  const {
    data,
    baseUrl,
    mode: _mode,
    keep: _keep,
    panel: _panel,
    preview: _preview,
    handlers: _handlers,
    ...settings
  } = options
  const say = (message: string) => config.logger.warn(message, { timestamp: true })
  return {
    onWarning: (warning) => say(formatWarning(warning)),
    ...settings,
    basePath: basePathOf(baseUrl, config.isProduction ? config.preview : config.server),
    worldsOptions: usualWorlds,
    // Vite looks at the Host header before we do.
    guard: { host: undefined, allowOrigins: [] },
    dataFile: data && resolve(config.root, data),
    notice: (message) => say(`[posts-understudy] ${message}`),
  }
}

/** As it is now: Vite loads a module anew once it, or what it imports, has changed. */
async function load(server: Server, file: string): Promise<Record<string, unknown>> {
  if ('ssrLoadModule' in server) return await server.ssrLoadModule(file, { fixStacktrace: true })
  const { runnerImport } = await import('vite')
  return (await runnerImport<Record<string, unknown>>(file, { configFile: false })).module
}
