import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { nodeListener } from '../server/listen.ts'
import type { SharedService } from './shared-service.ts'

/**
 * Answers the requests for the posts and the control API; Vite handles all others.
 *
 * It runs before Vite's proxy and before its index.html for unknown paths, but after its check of the Host header. OPTIONS
 * requests are handled before everything, as Vite would answer them for all paths.
 */
export function answerPosts(
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
