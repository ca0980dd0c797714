import { resolve } from 'node:path'
import type { Connect, PreviewServer, ViteDevServer } from 'vite'
import { formatWarning } from '../../handlers/http/warning.ts'
import { usualLimits } from '../server/limits.ts'
import type { PostsServiceOptions } from '../server/posts-service.ts'
import { usualTtl } from '../server/worlds.ts'
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
  const load = own && (await loader(server, own.file))
  const place = await takePlace(config.inlineConfig, serviceOptions(server, options))
  answerPosts(
    server.middlewares,
    place,
    own && load && askHandlers(async () => handlersOf(await load(), own)),
  )
  if (options.keep)
    config.logger.warn(
      '[posts-understudy] "keep" is for `mode: "worker"`: the dev server keeps the posts itself. To keep them over its restart, use "data".',
    )
  const path = `${place.service.host.basePath}/posts`
  if (server.httpServer) announce(server, path, 'middleware')
  else config.logger.info(`posts-understudy answers ${path} in this server.`)
  return place
}

function serviceOptions(server: Server, options: PostsUnderstudyOptions): PostsServiceOptions {
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
  const { config } = server
  const say = (message: string) => config.logger.warn(message, { timestamp: true })
  return {
    onWarning: (warning) => say(formatWarning(warning)),
    ...settings,
    basePath: basePathOf(baseUrl, 'ssrLoadModule' in server ? config.server : config.preview),
    worldTtl: usualTtl,
    limits: usualLimits,
    // Vite looks at the Host header before we do, and whoever has its pages has the panel.
    guard: { host: undefined, allowOrigins: [], token: undefined },
    dataFile: data && resolve(config.root, data),
    watch: true,
    notice: (message) => say(`[posts-understudy] ${message}`),
  }
}

/** How a module is loaded: of a dev server as it is now, of a preview as it was at the start. */
async function loader(server: Server, file: string): Promise<() => Promise<Record<string, unknown>>> {
  if ('ssrLoadModule' in server) return () => server.ssrLoadModule(file, { fixStacktrace: true })
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport<Record<string, unknown>>(file, { configFile: false })
  return async () => module
}
