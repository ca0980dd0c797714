import { Hono } from 'hono/tiny'
import { type AppEnv, readBodyOf } from '../../handlers/app.ts'
import type { PlainBody } from '../../handlers/http/plain.ts'
import { isUnderstudyError, type UnderstudyErrorCode } from '../../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { World } from '../../handlers/world/world.ts'
import { type ControlCall, ControlRefusal, type ControlRoute } from './control-route.ts'
import { controlPath, controlRoutes } from './control-routes.ts'
import { EventStreams } from './event-streams.ts'
import { excessOf } from './json-bounds.ts'
import { limits, OverLimit } from './limits.ts'
import { refuse } from './refuse.ts'
import { worldPath } from './world-routes.ts'
import { type Worlds, worldHeader } from './worlds.ts'

/** The most items of a list in a body without posts. */
const mostItems = 10_000

const statuses: Partial<Record<UnderstudyErrorCode, number>> = {
  POST_MISSING: 404,
  DATA_FILE_UNWRITABLE: 500,
}

export interface ControlOptions {
  /** The path of the posts, without trailing slash; empty for the root. */
  readonly basePath: string
  /** Performs a task in a world, and resolves once its changes are saved. */
  readonly keeping: <Result>(world: World, task: () => Promise<Result>) => Promise<Result>
  readonly seederFor: (posts: number | readonly unknown[]) => Promise<Seeder>
}

export interface ControlApp {
  fetch(request: Request, env?: AppEnv): Response | Promise<Response>
  /** Ends every stream. */
  close(): void
}

type Bindings = { Bindings: AppEnv }

/** The control API: all that a panel does, over HTTP or in the same page. */
export function createControlApp(worlds: Worlds, options: ControlOptions): ControlApp {
  const app = new Hono<Bindings>({ strict: false })
  const streams = new EventStreams()
  for (const [path, here] of Map.groupBy(controlRoutes, ({ path }) => path)) {
    const address = path === '/' ? controlPath : controlPath + path
    for (const route of here)
      app.on(route.method, address, async (context) => {
        const { req, env } = context
        const query = new URL(req.url).searchParams
        const body = await bodyOf(req.raw, env, route)
        const worldName = req.header(worldHeader) ?? query.get('world') ?? undefined
        const isView = isReading(req.method) || path === worldPath
        const world = worlds.forRequest(worldName, isView)
        const call: ControlCall = {
          world,
          worlds,
          worldName,
          postsUrl: new URL(req.url).origin + options.basePath,
          name: req.param('name') ?? '',
          query,
          body,
          seederFor: options.seederFor,
          stream: (begin) => streams.open({ world, worlds, worldName }, begin),
        }
        const result = await options.keeping(world, async () => route.perform(call))
        if (result instanceof Response) return result
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
    if (error instanceof ControlRefusal) return refuse(error.status, error.message, {}, error.errors)
    if (error instanceof OverLimit) return error.toResponse()
    if (isUnderstudyError(error)) return refuse(statuses[error.code] ?? 400, error.message)
    return refuse(500, `The server failed: ${error.message}.`)
  })
  return { fetch: (request, env = {}) => app.fetch(request, env), close: () => streams.close() }
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
  if (bodyFault === 'not-utf-8') throw new ControlRefusal(400, 'The body is not UTF-8.')
  if (bodyFault === 'too-large') throw new ControlRefusal(413, `The body is larger than ${maxBytes} bytes.`)
  if (body === undefined) return undefined
  const excess = excessOf(body, takesPosts ? undefined : mostItems)
  if (excess !== undefined) throw new ControlRefusal(413, `The body is refused: ${excess}.`)
  try {
    return parseJson(body)
  } catch (error) {
    throw new ControlRefusal(400, `The body is not JSON: ${(error as Error).message}.`)
  }
}
