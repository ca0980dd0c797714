import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../handlers/app.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'

/** What every route of the control API finds in its context. */
export interface ControlEnv {
  Bindings: AppEnv
  Variables: {
    /** The named world, or the base. */
    world: World
    /** The body as JSON, integers exact; undefined where there is none. */
    body: JsonValue | undefined
  }
}

export type ControlApp = Hono<ControlEnv>

/** A reply with exact integers; undefined is 204. */
export function reply(c: Context<ControlEnv>, value: unknown): Response {
  c.header('cache-control', 'no-store')
  if (value === undefined) return c.body(null, 204)
  return c.body(stringifyJson(value), 200, { 'content-type': 'application/json' })
}

/**
 * The body, which must be an object; what uses its fields checks their values.
 * @param example what to send instead.
 * @throws HTTPException 400
 */
export function fieldsOf<Fields extends object>(c: Context<ControlEnv>, example: string): Partial<Fields> {
  const body = c.get('body')
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Partial<Fields>
  throw new HTTPException(400, { message: `The body is not an object. Send ${example}.` })
}
