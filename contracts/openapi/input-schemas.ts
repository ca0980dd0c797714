import * as z from 'zod/mini'
import { isRefused } from '../../handlers/choices/kinds.ts'
import { type OperationProfile, type Profile, profileFor } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { postFieldsSchema, postIdSchema } from '../../handlers/model/post.ts'
import { marks } from './document.ts'
import { texts } from './post-schemas.ts'
import type { SchemaNotes } from './schema-notes.ts'

/** Adds the schema of a create's or replace's body. */
export function noteInputSchema(
  notes: SchemaNotes,
  whole: Profile,
  operation: 'create' | 'replace',
  id: string,
): void {
  const profile = profileFor(whole, operation)
  const unknown = profile['input.unknown-fields']
  const idChoice = operation === 'create' ? 'input.client-id' : 'replace.body-id'
  const members: Record<string, z.ZodMiniType> = {
    title: textSchema(notes, profile, 'title'),
    content: textSchema(notes, profile, 'content'),
  }
  const ownId = bodyId(profile, operation)
  if (ownId) {
    members.id = z.optional(ownId.schema)
    notes.add(members.id, { description: ownId.description, ...marks([], [idChoice]) })
  }
  notes.add(objectSchemas[isRefused(unknown) ? 'refused' : (unknown as 'ignored')](members), {
    id,
    description: operation === 'create' ? 'The data of a new post.' : 'The new data of a post.',
    ...marks([], ['input.required', 'input.unknown-fields', idChoice]),
  })
}

const objectSchemas = { ignored: z.object, refused: z.strictObject, stored: z.looseObject }

function textSchema(
  notes: SchemaNotes,
  profile: OperationProfile,
  field: 'title' | 'content',
): z.ZodMiniType {
  const kept = profile['text.kept']
  const emptiness = profile['input.empty']
  const limit = profile['input.max-length'] === 'none' ? undefined : profile['input.max-length'][field]
  const mayBeEmpty =
    emptiness === 'accepted' || emptiness === (field === 'title' ? 'content-refused' : 'title-refused')
  const checks = []
  if (!mayBeEmpty) checks.push(notEmpty(kept))
  if (limit !== undefined) checks.push(z.maxLength(limit))
  const schema = postFieldsSchema.shape[field].check(...checks)
  const choices: ChoiceId[] = []
  if (!mayBeEmpty) choices.push('input.empty')
  if (limit !== undefined) choices.push('input.max-length')
  if (kept !== 'verbatim') choices.push('text.kept')
  const counted =
    limit !== undefined && kept !== 'verbatim' ? ` The limit applies to the kept text: ${kept}.` : ''
  notes.add(schema, { description: `${texts[field]}${counted}`, ...marks([], choices) })
  const required = profile['input.required']
  return required === 'title+content' || required === field ? schema : z.optional(schema)
}

/** A text that is not empty after `text.kept`. */
function notEmpty(kept: Profile['text.kept']): z.core.$ZodCheck<string> {
  if (kept === 'trimmed') return z.regex(/\S/)
  return kept === 'without-nul' ? z.regex(/[^\0]/) : z.minLength(1)
}

/** The schema of an id in the body; undefined where it is ignored like other fields. */
function bodyId(profile: OperationProfile, operation: 'create' | 'replace') {
  const answer = operation === 'create' ? profile['input.client-id'] : profile['replace.body-id']
  if (answer === 'honoured') {
    const description = 'The id that the post gets.'
    return { schema: z.nullable(postIdSchema), description }
  }
  if (isRefused(answer)) {
    return operation === 'create'
      ? { schema: z.null(), description: 'Refused: the service assigns the id.' }
      : { schema: z.nullable(postIdSchema), description: 'Refused if it is not the id in the path.' }
  }
  const others = profile['input.unknown-fields']
  return others === 'ignored' ? undefined : { schema: z.any(), description: 'Ignored.' }
}
