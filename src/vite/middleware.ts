import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { readTarget } from '../server/request-target.ts'
import { sendFailure, sendReply } from '../server/send-reply.ts'
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
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (!isOurs(request, shared)) return next()
    void reply(request, response, shared)
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
  const { path } = readTarget(request.url ?? '/')
  // With an empty base path, a page of the app may have the same path.
  const isPage = service.host.basePath === '' && request.headers['sec-fetch-dest'] === 'document'
  return service.host.owns(path) && !isPage
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  shared: SharedService,
): Promise<void> {
  // Vite has set headers for its own files.
  for (const name of response.getHeaderNames())
    if (name === 'vary' || name.startsWith('access-control-')) response.removeHeader(name)
  try {
    const plain = await shared.reply(request, response)
    if (plain && !response.destroyed) sendReply(response, plain)
  } catch (error) {
    sendFailure(response, error)
  }
}
