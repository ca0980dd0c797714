import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { readTarget } from '../server/request-target.ts'
import { sendFailure, sendReply } from '../server/send-reply.ts'
import type { OwnHandlers } from './own-handlers.ts'
import type { Place } from './running.ts'

/**
 * Lets a service answer what is its own among the requests of a dev server; everything else goes on to Vite.
 *
 * It stands before Vite's proxy and before its index.html for unknown paths, and behind its check of the Host header.
 * Only OPTIONS comes first of all, as Vite would answer it for all paths alike.
 */
export function answerPosts(middlewares: Connect.Server, place: Place, own: OwnHandlers | undefined): void {
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (!isOurs(request, place)) return next()
    void reply(request, response, place)
  }
  middlewares.stack.unshift({
    route: '',
    handle: (request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) =>
      request.method === 'OPTIONS' ? answer(request, response, next) : next(),
  })
  if (own) middlewares.use(own)
  middlewares.use(answer)
}

function isOurs(request: IncomingMessage, { service }: Place): boolean {
  const { path } = readTarget(request.url ?? '/')
  // Where the posts stand at the root, a page of the app may well have the same path.
  const isPage = service.host.basePath === '' && request.headers['sec-fetch-dest'] === 'document'
  return service.host.owns(path) && !isPage
}

async function reply(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  // What Vite says for its own files is not what the posts service would say.
  for (const name of response.getHeaderNames())
    if (name === 'vary' || name.startsWith('access-control-')) response.removeHeader(name)
  try {
    const plain = await place.reply(request, response)
    if (plain && !response.destroyed) sendReply(response, plain)
  } catch (error) {
    sendFailure(response, error)
  }
}
