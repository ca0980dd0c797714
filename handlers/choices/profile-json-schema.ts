import * as z from 'zod/mini'
import { choiceIds, choiceOf, choices } from '../choices.ts'
import { postIdSchema } from '../model/post.ts'
import { isBodiless } from './kinds.ts'
import { type PresetName, presets } from './presets.ts'
import { writes } from './profile.ts'

/** The JSON Schema of a profile file, for editors. */
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
    allOf: writes.flatMap(bodylessRules),
  }
}

/** A 204 has no body: a body that is stated asks for another status than the one stated, or that of the preset. */
function bodylessRules(operation: (typeof writes)[number]): object[] {
  const [status, body] = [`${operation}.status`, `${operation}.body`] as const
  const stated = { required: [body], properties: { [body]: { not: { const: 'none' } } } }
  const names = Object.keys(presets) as PresetName[]
  const bodyless = names.filter((name) => isBodiless(presets[name][status] ?? choices[status].answers[0]))
  const extending = bodyless.map((name) => ({
    properties: { extends: { const: name } },
    ...(name === 'default' ? {} : { required: ['extends'] }),
  }))
  const conflicts: object[] = [{ required: [status], properties: { [status]: { enum: [204, 205] } } }]
  if (extending.length > 0) conflicts.push({ not: { required: [status] }, anyOf: extending })
  return conflicts.map((conflict) => ({ not: { allOf: [stated, conflict] } }))
}
