import type { JsonValue } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'
import { Refusal } from './refuse.ts'
import type { Worlds } from './worlds.ts'

/** A request to the control API. */
export interface ControlCall {
  /** The named world, or the base. */
  readonly world: World
  readonly worlds: Worlds
  /** The last segment of a path that ends in `:name`, percent-decoded. */
  readonly name: string
  readonly query: URLSearchParams
  /** The body as JSON, integers exact; undefined where there is none. */
  readonly body: JsonValue | undefined
}

export interface ControlRoute {
  /** A sentence for the index. */
  readonly about: string
  /** Whether its body may have posts, and therefore be large. */
  readonly takesPosts?: boolean
  /** @returns the reply's JSON; undefined for 204. */
  readonly perform: (call: ControlCall) => unknown
}

/** By method and path below `/_understudy`, such as `PUT /worlds/:name`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/**
 * The fields of a body that is an object; what uses them checks their values.
 * @param task the purpose of the body for the message, such as `set the faults`.
 * @throws Refusal 400
 */
export function fieldsIn<Fields extends object>(
  task: string,
  body: JsonValue | undefined,
  names: Readonly<Record<keyof Fields, true>>,
): Partial<Fields> {
  if (body === undefined) throw new Refusal(400, `Failed to ${task}: the body is missing. Send JSON.`)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(
      400,
      `Failed to ${task}: the body is not an object. Send { ${Object.keys(names).join(', ')} }.`,
    )
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(names, name))
  if (unknown !== undefined)
    throw new Refusal(
      400,
      `Failed to ${task}: unknown option "${unknown}". Options: ${Object.keys(names).join(', ')}.`,
    )
  return body as Partial<Fields>
}
