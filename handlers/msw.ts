import { type HttpHandler, http } from 'msw/http'
import { answerRequest } from './fetch-adapter.ts'
import type { BaseUrl } from './http/base-url.ts'
import { operations } from './operations.ts'
import type { World } from './world/world.ts'

const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/**
 * The MSW handlers of a world: one for each operation, and one for all other requests below the base address (other methods
 * and paths, HEAD, preflights).
 */
export function createHandlers(baseUrl: BaseUrl, world: World): HttpHandler[] {
  const resolve = async ({ request }: { request: Request }): Promise<Response | undefined> => {
    const url = new URL(request.url)
    const split = baseUrl.split(url)
    return split && (await answerRequest(request, split, url.search, world))
  }
  const ofOperations = operations.map(({ method, path }) => methods[method](baseUrl.pattern(path), resolve))
  const below = baseUrl.text === '*' ? ['/posts', '/posts/*'] : ['', '/*']
  return [...ofOperations, ...below.map((path) => http.all(baseUrl.pattern(path), resolve))]
}
