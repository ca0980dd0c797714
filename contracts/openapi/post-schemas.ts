import * as z from 'zod/mini'
import type { ExtraFieldType } from '../../src/choices/reply-choices.ts'
import type { ChoiceId } from '../../src/choices.ts'
import { postFieldsSchema, postIdSchema, postSchema } from '../../src/post.ts'
import type { Profile } from '../../src/profile.ts'
import { marks } from './document.ts'
import type { SchemaNotes } from './schema-notes.ts'

const texts = { title: 'Title of the post.', content: 'Body text of the post.' }

/** Notes what a post looks like in a reply, as `Post`, and its id, as `PostId`. */
export function notePostSchemas(notes: SchemaNotes, profile: Profile): void {
  notes.add(postIdSchema, {
    id: 'PostId',
    description: 'Identifier of the post, assigned by the service. An int64: it may lie beyond 2^53.',
    ...marks(['post.shape'], []),
  })
  const { shape } = postSchema
  notes.add(shape.title, { description: texts.title })
  notes.add(shape.content, { description: texts.content })
  const types = profile['post.extra-fields']
  const added = types === 'none' ? [] : Object.entries(types)
  const extra = added.map(([name, type]) => {
    const schema = extraFieldSchema(type)
    notes.add(schema, { description: 'Added by the service.', ...marks([], ['post.extra-fields']) })
    return [name, schema]
  })
  const stored = profile['input.unknown-fields'] === 'stored'
  const members = { ...shape, ...Object.fromEntries(extra) }
  notes.add(stored ? z.looseObject(members) : z.object(members), {
    id: 'Post',
    ...marks(['post.shape'], stored ? ['input.unknown-fields'] : []),
  })
}

/** Notes what the body of a create or a replace may be, under a name. */
export function noteInputSchema(
  notes: SchemaNotes,
  profile: Profile,
  operation: 'create' | 'replace',
  id: string,
): void {
  const unknown = profile['input.unknown-fields']
  const idChoice = operation === 'create' ? 'input.client-id' : 'replace.body-id'
  const members = {
    title: textSchema(notes, profile, 'title'),
    content: textSchema(notes, profile, 'content'),
    ...bodyId(notes, profile, operation),
  }
  const refusesId = operation === 'create' && profile[idChoice] === 'refused'
  notes.add(objectSchemas[unknown](members), {
    id,
    description: operation === 'create' ? 'The data of a new post.' : 'The new data of a post.',
    ...(refusesId && unknown !== 'refused' && { not: { required: ['id'] } }),
    ...marks([], ['input.required', 'input.unknown-fields', idChoice]),
  })
}

const objectSchemas = { ignored: z.object, refused: z.strictObject, stored: z.looseObject }

function textSchema(notes: SchemaNotes, profile: Profile, field: 'title' | 'content'): z.ZodMiniType {
  const kept = profile['text.kept']
  const emptiness = profile['input.empty']
  const limit = profile['input.max-length'] === 'none' ? undefined : profile['input.max-length'][field]
  const mayBeEmpty = emptiness === 'accepted' || emptiness === (field === 'title' ? 'content-refused' : 'title-refused')
  const checks = []
  if (!mayBeEmpty) checks.push(notEmpty(kept))
  if (limit !== undefined) checks.push(z.maxLength(limit))
  const schema = postFieldsSchema.shape[field].check(...checks)
  const choices: ChoiceId[] = []
  if (!mayBeEmpty) choices.push('input.empty')
  if (limit !== undefined) choices.push('input.max-length')
  if (kept !== 'verbatim') choices.push('text.kept')
  const counted = limit !== undefined && kept !== 'verbatim' ? ` Its length counts as it is kept: ${kept}.` : ''
  notes.add(schema, { description: `${texts[field]}${counted}`, ...marks([], choices) })
  const required = profile['input.required']
  return required === 'title+content' || required === field ? schema : z.optional(schema)
}

/** A text that `text.kept` leaves something of. */
function notEmpty(kept: Profile['text.kept']): z.core.$ZodCheck<string> {
  if (kept === 'trimmed') return z.regex(/\S/)
  return kept === 'without-nul' ? z.regex(/[^\0]/) : z.minLength(1)
}

/** The id in a body, where the profile takes one or lets it pass although it knows every other field. */
function bodyId(
  notes: SchemaNotes,
  profile: Profile,
  operation: 'create' | 'replace',
): Record<string, z.ZodMiniType> {
  if (operation === 'create' && profile['input.client-id'] === 'honoured') return { id: z.optional(postIdSchema) }
  if (operation === 'replace' && profile['replace.body-id'] === 'refused') {
    const id = z.optional(postIdSchema)
    notes.add(id, { description: 'Must be the id in the path.' })
    return { id }
  }
  const passes = profile['input.unknown-fields'] === 'refused' && (operation === 'replace' || profile['input.client-id'] === 'ignored')
  if (!passes) return {}
  const id = z.optional(z.unknown())
  notes.add(id, { description: 'Ignored.' })
  return { id }
}

function extraFieldSchema(type: ExtraFieldType): z.ZodMiniType {
  switch (type) {
    case 'string':
      return z.string()
    case 'integer':
      return z.int()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'timestamp':
      return z.iso.datetime()
  }
}
