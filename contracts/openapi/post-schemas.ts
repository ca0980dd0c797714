import * as z from 'zod/mini'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ExtraFieldType } from '../../handlers/choices/reply-choices.ts'
import { postIdSchema, postSchema } from '../../handlers/model/post.ts'
import { marks } from './document.ts'
import type { OutcomeBody } from './outcome.ts'
import type { SchemaNote, SchemaNotes } from './schema-notes.ts'

/** What the interface document says of the texts of a post. */
export const texts = { title: 'Title of the post.', content: 'Body text of the post.' }

const extraFieldShapes: Record<ExtraFieldType, SchemaNote> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', format: 'date-time' },
}

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
    const schema = z.any()
    notes.add(schema, { ...extraFieldShapes[type], ...marks([], ['post.extra-fields']) })
    return [name, schema]
  })
  const stored = profile['input.unknown-fields'] === 'stored'
  const members = { ...shape, ...Object.fromEntries(extra) }
  notes.add(stored ? z.looseObject(members) : z.object(members), {
    id: 'Post',
    ...marks(['post.shape'], stored ? ['input.unknown-fields'] : []),
  })
}

/** Notes the bodies of replies that are neither posts nor errors, as far as any reply has them. */
export function noteReplySchemas(notes: SchemaNotes, bodies: ReadonlySet<OutcomeBody>): void {
  if (bodies.has('id')) {
    const description = 'The id of the created post.'
    notes.add(z.strictObject({ id: postIdSchema }), {
      id: 'CreatedId',
      description,
      ...marks([], ['create.body']),
    })
  }
  if (bodies.has('empty-object')) {
    notes.add(z.strictObject({}), { id: 'EmptyObject', description: 'An object without any field.' })
  }
}
