import * as z from 'zod/mini'
import type { ExtraFieldType } from '../../handlers/choices/answers.ts'
import { type Profile, profileFor } from '../../handlers/choices/profile.ts'
import { postIdSchema, postSchema } from '../../handlers/model/post.ts'
import { marks } from './document.ts'
import type { SchemaNote, SchemaNotes } from './schema-notes.ts'

export const texts = { title: 'Title of the post.', content: 'Body text of the post.' }

const extraFieldShapes: Record<ExtraFieldType, SchemaNote> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', format: 'date-time' },
}

/** Adds the schema of a post, `Post`, and of its id, `PostId`. */
export function notePostSchemas(notes: SchemaNotes, profile: Profile): z.ZodMiniType {
  notes.add(postIdSchema, {
    id: 'PostId',
    description: 'Identifier of the post, assigned by the service. An int64: it may be greater than 2^53.',
    ...marks(['post.shape'], []),
  })
  const { shape } = postSchema
  notes.add(shape.title, { description: texts.title })
  notes.add(shape.content, { description: texts.content })
  const types = profile['post.extra-fields']
  const added = types === 'none' ? [] : Object.entries(types)
  const extra = added.map(([name, type]) => {
    const schema = z.any()
    notes.add(schema, { ...extraFieldShapes[type], ...marks([], ['post.extra-fields']) })
    return [name, schema]
  })
  const stored = (['create', 'replace'] as const).some(
    (operation) => profileFor(profile, operation)['input.unknown-fields'] === 'stored',
  )
  const members = { ...shape, ...Object.fromEntries(extra) }
  const post = stored ? z.looseObject(members) : z.object(members)
  notes.add(post, {
    id: 'Post',
    ...marks(['post.shape'], stored ? ['input.unknown-fields'] : []),
  })
  return post
}
