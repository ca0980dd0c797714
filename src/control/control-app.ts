import { Hono } from 'hono/tiny'
import { type AppEnv, readBodyOf } from '../../handlers/app.ts'
import type { PlainBody } from '../../handlers/http/plain.ts'
import { isUnderstudyError, type UnderstudyErrorCode } from '../../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'
import { watchOf } from '../devtools/world-watch.ts'
import type { ControlRoute, ControlRoutes } from './control-route.ts'
import { faultsRoutes } from './faults-routes.ts'
import { excessOf } from './json-bounds.ts'
import { limits } from './limits.ts'
import { postsRoutes } from './posts-routes.ts'
import { Refusal, refuse } from './refuse.ts'
import { worldPath, worldRoutes } from './world-routes.ts'
import { type Worlds, worldHeader } from './worlds.ts'

export const controlPath = '/_understudy'

const statuses: Partial<Record<UnderstudyErrorCode, number>> = {
  POST_MISSING: 404,
  DATA_FILE_UNWRITABLE: 500,
}

export interface ControlOptions {
  /** Performs a task in a world, and resolves once its changes are saved. */
  readonly keeping: <Result>(world: World, task: () => Promise<Result>) => Promise<Result>
}

export interface ControlApp {
  fetch(request: Request, env?: AppEnv): Response | Promise<Response>
  /** Answers every call that waits. */
  close(): void
}

const routes: ControlRoutes = {
  'GET /': {
    about: 'This list.',
    perform: () => ({
      about:
        'The control API of posts-understudy. A header X-Understudy-World, or ?world=, selects a world; the default is the base world.',
      routes: named.map(({ method, path, about }) => ({ method, path: controlPath + path, about })),
    }),
  },
  ...worldRoutes,
  ...postsRoutes,
  ...faultsRoutes,
}

const named = Object.entries(routes).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ')
  return { ...route, method, path }
})

/** The control API: all that a panel does, over HTTP or in the same page. */
export function createControlApp(worlds: Worlds, { keeping }: ControlOptions): ControlApp {
  const app = new Hono<{ Bindings: AppEnv }>({ strict: false })
  for (const [path, here] of Map.groupBy(named, ({ path }) => path)) {
    const address = path === '/' ? controlPath : controlPath + path
    for (const route of here)
      app.on(route.method, address, async ({ req, env }) => {
        const query = new URL(req.url).searchParams
        const body = await bodyOf(req.raw, env, route)
        const worldName = req.header(worldHeader) ?? query.get('world') ?? undefined
        const world = worlds.forRequest(worldName, isReading(req.method) || path === worldPath)
        const call = { world, worlds, name: req.param('name') ?? '', query, body }
        const result = await keeping(world, async () => route.perform(call))
        const headers = { 'cache-control': 'no-store' }
        if (result === undefined) return new Response(null, { status: 204, headers })
        return new Response(stringifyJson(result), {
          headers: { 'content-type': 'application/json', ...headers },
        })
      })
    const allow = [...here.map(({ method }) => method), 'OPTIONS'].join(', ')
    app.all(address, ({ req }) =>
      req.method === 'OPTIONS'
        ? new Response(null, { status: 204, headers: { allow } })
        : refuse(405, `${req.method} is not allowed here; use one of ${allow}.`, { allow }),
    )
  }
  app.notFound(({ req }) =>
    refuse(404, `The control API has no route ${req.path}. GET ${controlPath}/ lists the routes.`),
  )
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse()
    if (isUnderstudyError(error)) return refuse(statuses[error.code] ?? 400, error.message.slice(0, 1000))
    return refuse(500, `The server failed: ${error.message}.`)
  })
  return {
    fetch: (request, env = {}) => app.fetch(request, env),
    close() {
      for (const world of [worlds.base, ...worlds.all()]) watchOf(world).release()
    },
  }
}

/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

async function bodyOf(
  request: Request,
  env: AppEnv,
  { takesPosts = false }: ControlRoute,
): Promise<JsonValue | undefined> {
  const maxBytes = takesPosts ? limits.control : limits.settings
  const { body, bodyFault } = (await readBodyOf(request, env, maxBytes)) ?? ({} as PlainBody)
  if (bodyFault === 'not-utf-8') throw new Refusal(400, 'The body is not UTF-8.')
  if (bodyFault === 'too-large') throw new Refusal(413, `The body is larger than ${maxBytes} bytes.`)
  if (body === undefined) return undefined
  const excess = excessOf(body)
  if (excess !== undefined) throw new Refusal(413, `The body is refused: ${excess}.`)
  try {
    return parseJson(body)
  } catch (error) {
    throw new Refusal(400, `The body is not JSON: ${(error as Error).message}.`)
  }
}
