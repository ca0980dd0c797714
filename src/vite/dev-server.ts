import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAbsolute, resolve } from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { BaseUrl } from '../../handlers/http/base-url.ts'
import { formatWarning } from '../../handlers/http/warning.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { OwnHandlers } from '../../handlers/world/world.ts'
import type { PostsMockOptions } from '../mock/mock.ts'
import { nodeListener } from '../server/listen.ts'
import { checkModule, handlersOfModule } from '../server/own-handlers.ts'
import type { PostsServiceOptions } from '../server/posts-service.ts'
import { SharedService } from './shared-service.ts'

/** Where the mock runs: in the dev server, or nowhere. */
export type PostsUnderstudyMode = 'middleware' | 'off'

/** Options of `postsUnderstudy`: those of `createPostsMock` and the following; all have defaults. */
export interface PostsUnderstudyOptions extends Omit<PostsMockOptions, 'handlers'> {
  /**
   * Where the mock runs: in a middleware of the dev server (`middleware`), or nowhere (`off`). Default `middleware`, and `off`
   * under Vitest: tests have their own fixture, and must not change the posts of the dev server. The environment variable
   * `POSTS_UNDERSTUDY` overrides it.
   */
  readonly mode?: PostsUnderstudyMode
  /**
   * A JSON file for the posts, relative to Vite's root: `{ "posts": [...] }`. It is reloaded when it changes. Default none.
   */
  readonly data?: string
  /** Whether to show the panel on the page. Default true. */
  readonly panel?: boolean
  /**
   * A module, relative to Vite's root, whose export `handlers` (or default export) is a list of MSW's HTTP handlers. They run
   * before the mock, for every address, and are reloaded when they change. Default none.
   */
  readonly handlers?: string
}

/** @throws UnderstudyError as {@link SharedService.join} does, and `OPTION_INVALID` */
export async function joinServer(
  server: ViteDevServer,
  options: PostsUnderstudyOptions,
): Promise<SharedService> {
  const { config } = server
  const shared = await SharedService.join(config.inlineConfig, serviceOptions(server, options))
  answerPosts(server.middlewares, shared, options.handlers !== undefined)
  const path = `${shared.service.basePath}/posts`
  if (server.httpServer) announce(server, path)
  else config.logger.info(`posts-understudy answers ${path} in this server.`)
  return shared
}

/**
 * Answers the requests for the posts, the control API, and the handlers of the user; Vite handles all others.
 *
 * It runs before Vite's proxy and before its index.html for unknown paths, but after its check of the Host header. OPTIONS
 * requests are handled before everything, as Vite would answer them for all paths.
 */
function answerPosts(middlewares: Connect.Server, shared: SharedService, hasOwn: boolean): void {
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (!isOurs(request, shared) && !(hasOwn && !isOfPage(request))) return next()
    // Vite has set headers for its own files.
    const isOfVite = (name: string) => name === 'vary' || name.startsWith('access-control-')
    const ofVite = Object.entries(response.getHeaders()).filter(([name]) => isOfVite(name))
    for (const [name] of ofVite) response.removeHeader(name)
    const passOn = (error?: unknown) => {
      for (const [name, value = ''] of ofVite) response.setHeader(name, value)
      next(error)
    }
    void nodeListener((sent, env) => shared.fetch(sent, env), passOn)(request, response)
  }
  middlewares.stack.unshift({
    route: '',
    handle: (request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) =>
      request.method === 'OPTIONS' ? answer(request, response, next) : next(),
  })
  middlewares.use(answer)
}

function isOurs(request: IncomingMessage, { service }: SharedService): boolean {
  const [path = ''] = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)
  // With an empty base path, a page of the app may have the same path.
  const isPage = service.basePath === '' && request.headers['sec-fetch-dest'] === 'document'
  return service.owns(path) && !isPage
}

/** Adds the address of the posts to those that Vite prints. */
function announce(server: ViteDevServer, path: string): void {
  const print = server.printUrls.bind(server)
  server.printUrls = () => {
    print()
    const { local = [], network = [] } = server.resolvedUrls ?? {}
    const { origin } = new URL(local[0] ?? network[0] ?? 'http://localhost')
    server.config.logger.info(`  ➜  Posts:   ${origin}${path} (posts-understudy)`)
  }
}

function serviceOptions(server: ViteDevServer, options: PostsUnderstudyOptions): PostsServiceOptions {
  const { data, baseUrl, mode: _mode, panel: _panel, handlers, ...settings } = options
  const { config } = server
  const say = (message: string) => config.logger.warn(message, { timestamp: true })
  return {
    settings: { onWarning: (warning) => say(formatWarning(warning)), ...settings },
    basePath: basePathOf(baseUrl),
    // Vite checks the Host header itself, and its pages include the panel.
    guard: { host: undefined, allowOrigins: [], token: undefined },
    dataFile: data && resolve(config.root, data),
    watch: true,
    own: handlers === undefined ? undefined : ownModule(server, handlers),
    sharesPort: true,
    notice: (message) => say(`[posts-understudy] ${message}`),
  }
}

/** @throws UnderstudyError `OPTION_INVALID` if the file does not exist. */
function ownModule(server: ViteDevServer, name: string): OwnHandlers {
  const { root, logger } = server.config
  const file = isAbsolute(name) && existsSync(name) ? name : resolve(root, name.replace(/^\/+/, ''))
  checkModule(file)
  return handlersOfModule({
    name: file,
    load: () => server.ssrLoadModule(file, { fixStacktrace: true }),
    failed: (sentence) => logger.error(`[posts-understudy] ${sentence}`, { timestamp: true }),
  })
}

/** Page resources, which MSW handlers for every address must not answer. */
const ofPage = ['document', 'frame', 'iframe', 'script', 'style', 'worker', 'sharedworker', 'serviceworker']

function isOfPage({ url = '', headers }: IncomingMessage): boolean {
  return (
    ofPage.includes(String(headers['sec-fetch-dest'])) ||
    /^[^?]*\/(?:@(?:vite|id|fs|react-refresh)\b|node_modules\/)/.test(url)
  )
}

/** Without a slash at its end. @throws UnderstudyError `OPTION_INVALID` for an address, `BASE_URL_INVALID` */
function basePathOf(text?: string): string {
  const { path } = new BaseUrl(text)
  if (/^https?:/i.test(text ?? ''))
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to start posts-understudy in Vite: "baseUrl" is "${text}", and not a path of this server. Give a path such as "/v1" and let the app use it in development, or start the mock in the page: call \`startPosts()\` of "posts-understudy/browser" in your main module.`,
    )
  return path
}
