import { HTTPException } from 'hono/http-exception'
import { Hono } from 'hono/tiny'
import { type AppEnv, type AppOptions, readBodyOf } from '../../handlers/app.ts'
import { isSafe, type PlainHeaders } from '../../handlers/http/plain.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import { isUnderstudyError, type UnderstudyErrorCode } from '../../handlers/model/errors.ts'
import { type JsonValue, parseJson } from '../../handlers/model/json.ts'
import { controlPath, worldHeader } from './control-client.ts'
import { addRoutes, type ControlApp, type ControlEnv } from './routes.ts'
import type { Worlds } from './worlds.ts'

/** In bytes: a snapshot of about 100,000 posts. */
const mostBody = 64 * 1024 * 1024

const statuses: Partial<Record<UnderstudyErrorCode, number>> = {
  POST_MISSING: 404,
  DATA_FILE_UNWRITABLE: 500,
}

/**
 * The control API: all that a panel does, over HTTP or in the same page.
 * @param persist performs a task, and resolves once its changes are saved. Default: they are saved nowhere.
 */
export function createControlApp(
  worlds: Worlds,
  persist: AppOptions['persist'] = (task) => task(),
): ControlApp {
  const app: ControlApp = new Hono<ControlEnv>({ strict: false }).basePath(controlPath)
  app.options('*', (c) => c.body(null, 204))
  app.use(async (c, next) => {
    const world = worlds.forRequest(c.req.header(worldHeader) ?? c.req.query('world'), isSafe(c.req.method))
    c.set('worlds', worlds)
    c.set('world', world)
    c.set('body', await bodyOf(c.req.raw, c.env))
    await persist(next)
  })
  addRoutes(app)
  app.notFound(({ req }) =>
    refuse(404, `There is no ${req.method} ${req.path}. GET ${controlPath}/ lists the routes.`),
  )
  app.onError((error) => refusalOf(error))
  return app
}

/** The reply to a request that failed. */
export function refusalOf(error: unknown, headers?: PlainHeaders): Response {
  const { message } = error as Error
  if (error instanceof HTTPException) return refuse(error.status, message, headers)
  if (isUnderstudyError(error)) return refuse(statuses[error.code] ?? 400, message.slice(0, 1000), headers)
  return refuse(500, `The server failed: ${message}.`, headers)
}

async function bodyOf(request: Request, env: AppEnv): Promise<JsonValue | undefined> {
  const { body, bodyProblem } = (await readBodyOf(request, env, mostBody)) ?? {}
  if (bodyProblem === 'not-utf-8') throw new HTTPException(400, { message: 'The body is not UTF-8.' })
  if (bodyProblem === 'too-large')
    throw new HTTPException(413, { message: `The body is larger than ${mostBody} bytes.` })
  try {
    return body === undefined ? undefined : parseJson(body)
  } catch (error) {
    throw new HTTPException(400, { message: `The body is not JSON: ${(error as Error).message}.` })
  }
}
