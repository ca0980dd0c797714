import type { ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import type { JsonValue } from '../../../handlers/model/json.ts'
import type { World } from '../../../handlers/world/world.ts'
import type { FieldError } from '../host-refusal.ts'
import type { Worlds } from '../worlds.ts'

/** A request to the control API on its way. */
export interface ControlCall {
  /** The world that it is about: the one named, or the base. */
  readonly world: World
  readonly worlds: Worlds
  /** The last segment of a path that ends in `:name`, percent-decoded. */
  readonly name: string
  readonly query: URLSearchParams
  /** The body as JSON, integers exact; undefined where there is none. */
  readonly body: JsonValue | undefined
  /** Keeps the world from being dropped for want of use; false where it was dropped all the same. */
  readonly touch: () => boolean
  /** Calls back once another world has the name, as where the world was only looked at; returns what ends that. */
  readonly whenReplaced: (then: () => void) => () => void
  /** Makes room for posts that the call makes. @throws OverLimit */
  readonly reserve: (bytes: number) => void
}

/** Takes over a response for as long as it likes. @param all the responses of every stream. */
export type Stream = (response: ServerResponse, all: ReadonlySet<ServerResponse>) => void

export interface ControlRoute {
  /** What it does, in a sentence, for the index. */
  readonly about: string
  /** Whether its body may hold posts, and so be large. */
  readonly takesPosts?: boolean
  /** @returns what is sent as JSON; undefined for 204; a {@link Stream} to send it itself. */
  readonly perform: (call: ControlCall) => unknown
}

/** By method and path below `/_understudy`, such as `PUT /worlds/:name`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** A call that cannot be done, and why. */
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

/**
 * Checks the body of a call against a schema.
 * @throws ControlRefusal 400, naming each field and its fault.
 */
export function readControlBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: JsonValue | undefined,
): z.output<Schema> {
  if (body === undefined) throw new ControlRefusal(400, 'The body is missing; JSON is expected.')
  const result = z.safeParse(schema, body, { error: english })
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), detail: 'unknown field' }))
      : [{ field: issue.path.join('.') || 'body', detail: issue.message }],
  )
  // One body can have a thousand mistakes.
  errors.splice(20)
  throw new ControlRefusal(400, errors.map(({ field, detail }) => `${field}: ${detail}`).join('; '), errors)
}
