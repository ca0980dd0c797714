import * as z from 'zod/mini'
import { postIdSchema } from '../../handlers/model/post.ts'
import type { Marks, Schema } from './document.ts'

/** Metadata of a schema. With an id it becomes a named component. */
export interface SchemaNote extends Marks {
  readonly id?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
}

export type SchemaNotes = z.core.$ZodRegistry<SchemaNote>

/** Writes the named schemas as JSON Schema, references between them included. */
export function toComponents(notes: SchemaNotes): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(notes, {
    metadata: notes,
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== postIdSchema) return
      // zod has a union of number and bigint; JSON has one integer.
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, { type: 'integer', format: 'int64' })
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _uri, id: _name, ...schema }]) => [
      name,
      schema,
    ]),
  )
}
