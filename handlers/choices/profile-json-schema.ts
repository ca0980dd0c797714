import * as z from 'zod/mini'
import { choiceIds, choiceOf } from '../choices.ts'
import { postIdSchema } from '../model/post.ts'
import { presets } from './presets.ts'

/** The JSON Schema of a profile file, for editors. That a 204 has no body is left to `completeProfile`. */
export function profileJsonSchema(): Record<string, unknown> {
  const properties: Record<string, unknown> = {
    $schema: { type: 'string' },
    extends: { enum: Object.keys(presets), default: 'default' },
    unknown: { type: 'array', items: { enum: choiceIds }, uniqueItems: true },
    about: {},
  }
  for (const id of choiceIds) {
    const { about, answers, schema } = choiceOf(id)
    const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, {
      unrepresentable: 'any',
      io: 'input',
      override({ zodSchema, jsonSchema }) {
        if (zodSchema !== (postIdSchema as z.core.$ZodType)) return
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, { type: 'integer', minimum: -(2 ** 63), exclusiveMaximum: 2 ** 63 })
      },
    })
    properties[id] = { description: about, default: answers[0], ...shape }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'posts-understudy profile',
    type: 'object',
    properties,
    additionalProperties: false,
  }
}
