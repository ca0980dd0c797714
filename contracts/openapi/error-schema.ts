import * as z from 'zod/mini'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { FieldFault } from '../../handlers/http/refusal.ts'
import { type ErrorFields, type ErrorPart, errorFields } from '../../handlers/model/error-fields.ts'
import { marks } from './document.ts'
import type { SchemaNotes } from './schema-notes.ts'

/** Every fault that a field can have, and what it means; the compiler holds the list to the handlers'. */
const meanings: Record<FieldFault['fault'], string> = {
  missing: 'a required field is not there',
  empty: 'a text is empty that may not be',
  'wrong-type': 'a value has a type that is not taken',
  'too-long': 'a text is longer than its limit',
  unknown: 'a post has no such field',
  'not-allowed': 'the client may not send the field, or not with this value',
  taken: 'another post has the value',
}

const fault = z.literal(Object.keys(meanings) as FieldFault['fault'][])

const fieldFault: z.ZodMiniType<FieldFault> = z.strictObject({ field: z.string(), fault, detail: z.string() })

const parts: Readonly<Record<ErrorPart, z.ZodMiniType>> = {
  status: z.int().check(z.minimum(400), z.maximum(599)),
  title: z.string(),
  detail: z.string(),
}

function schemaOf(fields: ErrorFields): z.ZodMiniType {
  const entries = Object.entries(fields).map(([name, part]) => [
    name,
    typeof part === 'string' ? parts[part] : schemaOf(part),
  ])
  return z.strictObject(Object.fromEntries(entries))
}

/** Notes the schema of an error body under the name `Error`, where the profile's errors have one. */
export function noteErrorSchema(notes: SchemaNotes, profile: Profile): void {
  const answer = profile['error.body']
  if (answer === 'none') return
  const fields = errorFields(answer)
  notes.add(fields ? schemaOf(fields) : z.strictObject({ ...parts, errors: z.array(fieldFault) }), {
    id: 'Error',
    description: 'The body of an error.',
    ...marks([], ['error.body']),
  })
  const faults = Object.entries(meanings).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  notes.add(fault, { description: `What is wrong with the field:\n${faults.join('\n')}` })
}
