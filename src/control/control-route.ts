import * as z from 'zod/mini'
import type { JsonValue } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'
import type { FieldError } from './refuse.ts'
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

/** An error reply of the control API. */
export class ControlRefusal extends Error {
  readonly status: number
  readonly errors: readonly FieldError[]

  constructor(status: number, detail: string, errors: readonly FieldError[] = []) {
    super(detail)
    this.status = status
    this.errors = errors
  }
}

const english = z.locales.en().localeError
const missing = 'missing'

/** Zod's sentence without its heading, such as `expected string, received number`. */
function wordsFor(issue: Parameters<typeof english>[0]): string {
  if (issue.input === undefined) return missing
  const found = english(issue)
  return (typeof found === 'string' ? found : (found?.message ?? 'invalid')).replace(/^[A-Z][a-z ]+: /, '')
}

/**
 * Checks the body of a call against a schema.
 * @throws ControlRefusal 400, naming each field and its fault.
 */
export function readControlBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: JsonValue | undefined,
): z.output<Schema> {
  if (body === undefined) throw new ControlRefusal(400, 'The body is missing; expected JSON.')
  const result = z.safeParse(schema, body, { error: wordsFor })
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), detail: 'unknown field' }))
      : [{ field: issue.path.join('.') || 'body', detail: issue.message }],
  )
  // Limits the size of the reply.
  errors.splice(20)
  const sentences = errors.map(({ field, detail }) =>
    detail === missing ? `${field} is ${detail}` : `${field}: ${detail}`,
  )
  throw new ControlRefusal(400, sentences.join('; '), errors)
}
