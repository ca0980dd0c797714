import { msw } from 'msw/vite'
import type { ConfigEnv, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { afterPage } from './after-page.ts'
import { checkOptions, modeOf, type PostsUnderstudyMode, type PostsUnderstudyOptions } from './options.ts'
import type { Place } from './running.ts'
import { speak } from './speak.ts'
import { workerPlugin } from './worker-plugin.ts'

/**
 * Lets Vite's dev server stand in for the posts service: one line in the configuration, nothing in the app, and nothing in
 * what is built.
 *
 * @param options see {@link PostsUnderstudyOptions}; all have defaults. A bad one ends the start of the dev server with a
 * sentence that names it.
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
  const isMeant = (mode: PostsUnderstudyMode) => (_config: unknown, env: ConfigEnv) =>
    isServing(options, mode, env)
  return [
    { ...middlewarePlugin(options), apply: isMeant('middleware') },
    { ...workerPlugin(options), apply: isMeant('worker') },
    // It gives every build the worker script as well, where nobody holds it back.
    { ...msw({ mode: 'worker-only' }), apply: isMeant('worker') },
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
    return speak(error)
  }
}

function middlewarePlugin(options: PostsUnderstudyOptions): Plugin {
  const places: Place[] = []
  const join = async (server: ViteDevServer | PreviewServer): Promise<void> => {
    // Loaded here, so that a build does not wait for it.
    const { joinServer } = await import('./dev-server.ts')
    places.push(await joinServer(server, options).catch(speak))
  }
  // A server that takes the place of another has joined before the other ends.
  const leave = () => places.shift()?.leave()
  return {
    name: 'posts-understudy',
    configureServer: join,
    async configurePreviewServer(server) {
      await join(server)
      server.httpServer.once('close', leave)
    },
    async buildEnd() {
      if (this.environment.name === 'client') await leave()
    },
    transformIndexHtml() {
      const basePath = places.at(-1)?.service.host.basePath
      if (options.panel === false || basePath === undefined) return []
      const address = `/_understudy/panel.js?posts=${encodeURIComponent(basePath)}`
      const children = afterPage(`() => import(${JSON.stringify(address)})`)
      return [{ tag: 'script', attrs: { type: 'module' }, children, injectTo: 'body' }]
    },
  }
}
