import type { ConfigEnv, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { isOn, type PostsUnderstudyOptions } from './options.ts'
import type { SharedService } from './shared-service.ts'

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
export function postsUnderstudy(options: PostsUnderstudyOptions = {}): Plugin {
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
    apply: (_config, env) => isServing(options, env),
    configureServer: join,
    async configurePreviewServer(server) {
      await join(server)
      server.httpServer.once('close', () => leave(server))
    },
    async buildEnd() {
      await leave(this.environment)
    },
    transformIndexHtml(_html, { server }) {
      const basePath = server && services.get(server.environments.client)?.service.basePath
      if (options.panel === false || basePath === undefined) return []
      const address = `/_understudy/panel.js?posts=${encodeURIComponent(basePath)}`
      // The panel must not delay the first requests of the page.
      const children = `addEventListener('load', () => import(${JSON.stringify(address)}))`
      return [{ tag: 'script', attrs: { type: 'module' }, children, injectTo: 'body' }]
    },
  }
}

function isServing(options: PostsUnderstudyOptions, { command, isPreview = false }: ConfigEnv): boolean {
  return command === 'serve' && isOn(options) && (!isPreview || options.preview === true)
}

/** Rethrows an error that stops the start of Vite. Vite prints the stack; for a mistake in the options only the message is useful. */
function rethrow(error: unknown): never {
  throw isUnderstudyError(error) ? Object.assign(error, { stack: error.message }) : error
}
