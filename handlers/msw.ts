import { type HttpHandler, http } from 'msw/http'
import { createApp } from './app.ts'
import type { BaseUrl } from './http/base-url.ts'
import { operations } from './operations.ts'
import type { World } from './world/world.ts'

const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/**
 * The MSW handlers of a world: one for each operation, and one for all other requests below the base address (other methods
 * and paths, HEAD, preflights).
 */
export function createHandlers(baseUrl: BaseUrl, world: World): HttpHandler[] {
  const app = createApp({ base: baseUrl, world })
  const resolve = ({ request }: { request: Request }) => app(request)
  const ofOperations = operations.map(({ method, path }) => methods[method](baseUrl.pattern(path), resolve))
  return [...ofOperations, ...['', '/*'].map((path) => http.all(baseUrl.pattern(path), resolve))]
}
