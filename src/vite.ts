import './supported-node.ts'
import type { Plugin, ViteDevServer } from 'vite'
import { isUnderstudyError } from '../handlers/model/errors.ts'
import type { PostsUnderstudyOptions } from './vite/dev-server.ts'
import type { SharedService } from './vite/shared-service.ts'

export type { PostsUnderstudyMode, PostsUnderstudyOptions } from './vite/dev-server.ts'

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
  /** By the environment of the pages of a server: servers with the same plugin close in any order. */
  const services = new Map<object, SharedService>()
  return {
    name: 'posts-understudy',
    apply(_config, { command, isPreview = false }) {
      const { POSTS_UNDERSTUDY: wanted, VITEST: isTest } = process.env
      const mode = wanted || options.mode || (isTest ? 'off' : 'middleware')
      return command === 'serve' && !isPreview && mode !== 'off'
    },
    async configureServer(server: ViteDevServer) {
      // Imported here, so that a build does not load it.
      const { joinServer } = await import('./vite/dev-server.ts')
      const joined = joinServer(server, options).catch((error: unknown) => {
        // Vite prints the stack; for a mistake in the options only the message is useful.
        throw isUnderstudyError(error) ? Object.assign(error, { stack: error.message }) : error
      })
      services.set(server.environments.client, await joined)
    },
    async buildEnd() {
      const service = services.get(this.environment)
      services.delete(this.environment)
      await service?.leave()
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
