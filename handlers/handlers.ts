import { type HttpHandler, type HttpResponseResolver, http } from 'msw/http'
import { type App, headersOf } from './app.ts'
import type { OperationName } from './endpoints.ts'
import type { BaseUrl } from './http/base-url.ts'
import { findRoute } from './operations/route.ts'
import { ownAnswerFor } from './own-handlers.ts'
import type { World } from './world/world.ts'

/**
 * The MSW handlers of the v1 posts API: the user's own ones, one for each operation, and one for all other requests below
 * the base address (other methods and paths, HEAD, OPTIONS). MSW finds the handler, and the app answers. A host that is faster
 * without MSW calls the app itself, which finds the same operation (`findRoute`).
 */
export function createHandlers(base: BaseUrl, app: App, world: World): HttpHandler[] {
  const posts = base.pattern('/posts')
  const post = base.pattern('/posts/:id')
  const byApp: HttpResponseResolver = ({ request }) => app(request)
  /** Leaves a path that the app reads in another way to the last handler. */
  const perform = (name: OperationName): HttpResponseResolver => {
    return ({ request }) => {
      const { path } = base.split(new URL(request.url)) ?? { path: '' }
      return findRoute(request.method, path).operation === name ? app(request) : undefined
    }
  }
  const isForUser = async ({ request }: { request: Request }) =>
    (await ownAnswerFor(request, headersOf(request), world)) !== undefined
  return [
    ...(world.own ? [http.all(isForUser, byApp)] : []),
    http.get(posts, perform('list')),
    http.get(post, perform('read')),
    http.post(posts, perform('create')),
    http.put(post, perform('replace')),
    http.delete(post, perform('delete')),
    ...base.patterns.map((below) => http.all(below, byApp)),
  ]
}
