import { isRefused, textTypeOf } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { InputName } from '../../handlers/endpoints.ts'
import { eachField, type FieldName, namesField } from '../../handlers/fields.ts'
import { defined } from '../../handlers/model/members.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'

/** A JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown }

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

const text = { type: 'string' } as const

/** The named schemas under a profile. */
export function namedSchemas(profile: Profile): Record<string, Schema> {
  return {
    PostId: {
      type: 'integer',
      format: 'int64',
      description: 'Identifier of the post, assigned by the service. An int64: it may be greater than 2^53.',
    },
    Post: postSchema(profile),
    NewPost: inputSchema('create', 'The data of a new post.', profile),
    PostReplacement: inputSchema('replace', 'The new data of a post.', profile),
  }
}

/** The schema of a JSON body by a template; undefined for no body, or one that is not JSON. */
export function bodySchema(template: Template): Schema | undefined {
  const isJson = template !== 'none' && template !== 'same' && textTypeOf(template) === undefined
  return isJson ? templateSchema(template) : undefined
}

const problem = { field: text, fault: text, detail: text }

/** The parts of a template. */
const parts: Readonly<Record<string, Schema>> = {
  post: reference('Post'),
  id: reference('PostId'),
  ...eachField(() => text),
  text,
  sent: { type: 'object', description: 'The body of the request.' },
  status: { type: 'integer', minimum: 400, maximum: 599 },
  detail: text,
  errors: {
    type: 'array',
    items: { type: 'object', properties: problem, required: Object.keys(problem) },
  },
  messages: { type: 'array', items: text },
  fields: {
    type: 'object',
    description: 'Sentences by field.',
    additionalProperties: { type: 'array', items: text },
  },
}

function templateSchema(template: Template): Schema {
  if (typeof template === 'string') return parts[template] ?? { const: constantOf(template) ?? template }
  if (typeof template !== 'object' || template === null) return { const: template }
  if (Array.isArray(template)) {
    const prefixItems = template.map(templateSchema)
    const length = { minItems: template.length, maxItems: template.length }
    return { type: 'array', ...length, ...(template.length > 0 && { prefixItems }) }
  }
  const members = Object.entries(template).map(([name, member]) => [name, templateSchema(member)])
  const required = Object.keys(template)
  return { type: 'object', properties: Object.fromEntries(members), required, additionalProperties: false }
}

const texts = eachField((_, { about }) => ({ ...text, description: about }))

function postSchema(profile: Profile): Schema {
  const types = profile['post.extra-fields']
  const added = Object.entries(types === 'none' ? {} : types).map(([name, type]) => {
    return [name, type === 'timestamp' ? { type: 'string', format: 'date-time' } : { type }]
  })
  const properties = {
    id: reference('PostId'),
    ...texts,
    ...Object.fromEntries(added),
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function inputSchema(operation: InputName, description: string, profile: Profile): Schema {
  const required = profile['input.required'] === 'none' ? [] : profile['input.required'].split('+')
  return {
    type: 'object',
    description,
    properties: {
      ...eachField((name) => inputText(profile, name)),
      id: bodyId(operation, profile),
    },
    ...(required.length > 0 && { required }),
    ...(isRefused(profile['input.unknown-fields']) && { additionalProperties: false }),
  }
}

function bodyId(operation: InputName, profile: Profile): Schema {
  const answer = profile[operation === 'create' ? 'input.client-id' : 'replace.body-id']
  if (answer === 'ignored') return { description: 'Ignored.' }
  // A replace refuses another id than that of the path, which no schema can say.
  if (isRefused(answer) && operation === 'create') return { type: 'null' }
  return { anyOf: [reference('PostId'), { type: 'null' }] }
}

function inputText(profile: Profile, field: FieldName): Schema {
  const { 'text.kept': kept, 'input.empty': empty, 'input.max-length': limits } = profile
  const limit = limits === 'none' ? undefined : limits[field]
  const isRefusedEmpty = empty === 'refused' || namesField(empty, field)
  return {
    ...texts[field],
    ...(isRefusedEmpty && notEmpty(kept)),
    ...defined({ maxLength: limit }),
  }
}

/** A text that is not empty after `text.kept`. */
function notEmpty(kept: Profile['text.kept']): Schema {
  if (kept === 'trimmed') return { pattern: '\\S' }
  return kept === 'without-nul' ? { pattern: '[^\\0]' } : { minLength: 1 }
}
