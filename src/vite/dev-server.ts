import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAbsolute, resolve } from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { formatWarning } from '../../handlers/http/warning.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { PostsMockOptions } from '../mock/mock.ts'
import { nodeListener } from '../server/listen.ts'
import { askHandlers } from '../server/own-handlers.ts'
import type { PostsServiceOptions } from '../server/posts-service.ts'
import { SharedService } from './shared-service.ts'

/** Where the mock runs: in the dev server, or nowhere. */
export type PostsUnderstudyMode = 'middleware' | 'off'

/** Options of `postsUnderstudy`: those of `createPostsMock` and the following; all have defaults. */
export interface PostsUnderstudyOptions extends PostsMockOptions {
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

/**
 * Adds the mock to a dev server.
 * @throws UnderstudyError as {@link SharedService.join} does, and `OPTION_INVALID`
 */
export async function joinServer(
  server: ViteDevServer,
  options: PostsUnderstudyOptions,
): Promise<SharedService> {
  const { config } = server
  const own = findOwnModule(options.handlers, config.root)
  const shared = await SharedService.join(config.inlineConfig, serviceOptions(server, options))
  answerPosts(server.middlewares, shared, own === undefined ? undefined : ownMiddleware(server, shared, own))
  const path = `${shared.service.basePath}/posts`
  if (server.httpServer) announce(server, path)
  else config.logger.info(`posts-understudy answers ${path} in this server.`)
  return shared
}

/**
 * Answers the requests for the posts and the control API; Vite handles all others.
 *
 * It runs before Vite's proxy and before its index.html for unknown paths, but after its check of the Host header. OPTIONS
 * requests are handled before everything, as Vite would answer them for all paths.
 */
function answerPosts(
  middlewares: Connect.Server,
  shared: SharedService,
  own: Connect.NextHandleFunction | undefined,
): void {
  const listener = nodeListener((request, env) => shared.fetch(request, env))
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (!isOurs(request, shared)) return next()
    // Vite has set headers for its own files.
    for (const name of response.getHeaderNames())
      if (name === 'vary' || name.startsWith('access-control-')) response.removeHeader(name)
    void listener(request, response)
  }
  middlewares.stack.unshift({
    route: '',
    handle: (request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) =>
      request.method === 'OPTIONS' ? answer(request, response, next) : next(),
  })
  if (own) middlewares.use(own)
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
  const { data, baseUrl, mode: _mode, panel: _panel, handlers: _handlers, ...settings } = options
  const { config } = server
  const say = (message: string) => config.logger.warn(message, { timestamp: true })
  return {
    settings: { onWarning: (warning) => say(formatWarning(warning)), ...settings },
    basePath: basePathOf(baseUrl),
    // Vite checks the Host header itself, and its pages include the panel.
    guard: { host: undefined, allowOrigins: [], token: undefined },
    dataFile: data && resolve(config.root, data),
    watch: true,
    notice: (message) => say(`[posts-understudy] ${message}`),
  }
}

/**
 * The file that the option `handlers` names.
 * @throws UnderstudyError `OPTION_INVALID` if it does not exist.
 */
function findOwnModule(name: string | undefined, root: string): string | undefined {
  if (name === undefined) return undefined
  const file = isAbsolute(name) && existsSync(name) ? name : resolve(root, name.replace(/^\/+/, ''))
  if (existsSync(file)) return file
  throw invalid('handlers', `is "${name}", and there is no file ${file}`, 'Name a module of yours.')
}

/** Asks the user's handlers of the world of a request. */
function ownMiddleware(
  server: ViteDevServer,
  { service }: SharedService,
  file: string,
): Connect.NextHandleFunction {
  const load = () => server.ssrLoadModule(file, { fixStacktrace: true })
  const ask = askHandlers({ name: file, load, worldOf: service.worldOf })
  return (request, response, next) =>
    isOfPage(request) ? next() : void nodeListener(ask, next)(request, response)
}

/** Page resources, which MSW handlers for every address must not answer. */
const ofPage = ['document', 'frame', 'iframe', 'script', 'style', 'worker', 'sharedworker', 'serviceworker']

function isOfPage({ url = '', headers }: IncomingMessage): boolean {
  return ofPage.includes(String(headers['sec-fetch-dest'])) || /\/(?:@|node_modules\/)/.test(url)
}

/**
 * The base path of the mock in the dev server, without a slash at its end.
 *
 * @param text the option `baseUrl`.
 * @throws UnderstudyError `OPTION_INVALID` for an address, `BASE_URL_INVALID`
 */
function basePathOf(text: string = defaultBaseUrl): string {
  const { text: address } = new BaseUrl(text)
  if (/^https?:/i.test(address))
    throw invalid(
      'baseUrl',
      `is "${text}", and not a path of this server`,
      'Give a path such as "/v1" and let the app use it in development, or start the mock in the page: call `startPosts()` of "posts-understudy/browser" in your main module.',
    )
  return address.replace('*', '')
}

function invalid(option: string, fact: string, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to start posts-understudy in Vite: "${option}" ${fact}. ${nextStep}`,
  )
}
