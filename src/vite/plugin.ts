import { msw } from 'msw/vite'
import type { ConfigEnv, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { afterPage } from './after-page.ts'
import { checkOptions, modeOf, type PostsUnderstudyMode, type PostsUnderstudyOptions } from './options.ts'
import { rethrow } from './rethrow.ts'
import type { SharedService } from './shared-service.ts'
import { workerPlugin } from './worker-plugin.ts'

/**
 * A Vite plugin that mocks the posts service in the dev server. It changes neither the app nor its build.
 *
 * @param options see {@link PostsUnderstudyOptions}; all have defaults. An invalid one stops the start of the dev server with an
 * error message.
 * @example
 * // vite.config.ts
 * import { postsUnderstudy } from 'posts-understudy/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [postsUnderstudy()] })
 * @example
 * postsUnderstudy({ posts: 100, latency: { min: 50, max: 200 }, data: 'posts.json' })
 */
export function postsUnderstudy(options: PostsUnderstudyOptions = {}): Plugin[] {
  const appliesTo = (mode: PostsUnderstudyMode) => (_config: unknown, env: ConfigEnv) =>
    isServing(options, mode, env)
  return [
    { ...middlewarePlugin(options), apply: appliesTo('middleware') },
    { ...workerPlugin(options), apply: appliesTo('worker') },
    // Without `apply` it would also add the worker script to builds.
    { ...msw({ mode: 'worker-only' }), apply: appliesTo('worker') },
  ]
}

function isServing(
  options: PostsUnderstudyOptions,
  mode: PostsUnderstudyMode,
  { command, isPreview = false }: ConfigEnv,
): boolean {
  if (command !== 'serve') return false
  try {
    checkOptions(options)
    const isWanted = mode === modeOf(options, process.env)
    return isWanted && (!isPreview || (mode === 'middleware' && options.preview === true))
  } catch (error) {
    return rethrow(error)
  }
}

function middlewarePlugin(options: PostsUnderstudyOptions): Plugin {
  /** By the server, or the environment of its pages: servers with the same plugin close in any order. */
  const services = new Map<object, SharedService>()
  const join = async (server: ViteDevServer | PreviewServer): Promise<void> => {
    // Imported here, so that a build does not load it.
    const { joinServer } = await import('./dev-server.ts')
    const key = 'environments' in server ? server.environments.client : server
    services.set(key, await joinServer(server, options).catch(rethrow))
  }
  const leave = async (key: object) => {
    const service = services.get(key)
    services.delete(key)
    await service?.leave()
  }
  return {
    name: 'posts-understudy',
    configureServer: join,
    async configurePreviewServer(server) {
      await join(server)
      server.httpServer.once('close', () => leave(server))
    },
    async buildEnd() {
      await leave(this.environment)
    },
    transformIndexHtml(_html, { server }) {
      const basePath = server && services.get(server.environments.client)?.service.host.basePath
      if (options.panel === false || basePath === undefined) return []
      const address = `/_understudy/panel.js?posts=${encodeURIComponent(basePath)}`
      const children = afterPage(`() => import(${JSON.stringify(address)})`)
      return [{ tag: 'script', attrs: { type: 'module' }, children, injectTo: 'body' }]
    },
  }
}
