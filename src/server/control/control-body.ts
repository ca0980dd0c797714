import * as z from 'zod/mini'
import type { JsonValue } from '../../../handlers/model/json.ts'
import type { FieldError } from '../host-refusal.ts'
import { ControlRefusal } from './control-route.ts'

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
