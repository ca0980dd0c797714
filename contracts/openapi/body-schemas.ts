import * as z from 'zod/mini'
import { textBodies } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { FieldFault } from '../../handlers/http/refusal.ts'
import { postIdSchema } from '../../handlers/model/post.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'
import { marks } from './document.ts'
import type { BodyChoice, OutcomeBody } from './outcome.ts'
import type { SchemaNotes } from './schema-notes.ts'

/** The meaning of every fault of a field. */
const meanings: Record<FieldFault['fault'], string> = {
  missing: 'a required field is missing',
  empty: 'a text must not be empty',
  'wrong-type': 'a value has the wrong type',
  'too-long': 'a text is longer than its limit',
  unknown: 'a post has no such field',
  'not-allowed': 'the client must not send the field, or this value',
  taken: 'another post has the value',
}

const fault = z.literal(Object.keys(meanings) as FieldFault['fault'][])

const fieldFault: z.ZodMiniType<FieldFault> = z.strictObject({ field: z.string(), fault, detail: z.string() })

const error = {
  status: z.int().check(z.minimum(400), z.maximum(599)),
  title: z.string(),
  detail: z.string(),
  errors: z.array(fieldFault),
  fields: z.record(z.string(), z.array(z.string())),
}

interface BodyComponent {
  readonly id: string
  readonly description: string
  /** Whether its parts are those of a post; otherwise those of an error. */
  readonly isOfPost?: true
}

/** The schema component for each choice with a body template. */
export const bodyComponents: Readonly<Record<BodyChoice, BodyComponent>> = {
  'create.body': { id: 'CreateReply', description: 'The body of a create.', isOfPost: true },
  'replace.body': { id: 'ReplaceReply', description: 'The body of a replace.', isOfPost: true },
  'delete.body': { id: 'DeleteReply', description: 'The body of a delete.', isOfPost: true },
  'error.body': { id: 'Error', description: 'The body of an error.' },
  'input.invalid-body': {
    id: 'InvalidInput',
    description: 'The body of an error about the fields of a body.',
  },
}

/** Templates without a component. */
const wholes: readonly Template[] = ['none', 'post', ...Object.keys(textBodies)]

/** Adds the schemas of bodies that replies have. @param post the schema of a post. */
export function noteBodySchemas(
  notes: SchemaNotes,
  profile: Profile,
  bodies: ReadonlySet<OutcomeBody>,
  post: z.ZodMiniType,
): void {
  for (const [choice, { isOfPost, ...note }] of Object.entries(bodyComponents) as [
    BodyChoice,
    BodyComponent,
  ][]) {
    const template = profile[choice]
    if (!bodies.has(choice) || wholes.includes(template)) continue
    const schema = schemaOf(template, isOfPost ? postParts(post) : error)
    notes.add(schema, { ...note, ...marks([], [choice]) })
  }
  const faults = Object.entries(meanings).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  notes.add(fault, { description: `What is wrong with the field:\n${faults.join('\n')}` })
}

function postParts(post: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> {
  const text = z.string()
  return { post, id: postIdSchema, title: text, content: text, text, sent: z.looseObject({}) }
}

/** The schema of a template. */
function schemaOf(template: Template, parts: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  if (template === null) return z.null()
  if (typeof template === 'string') return parts[template] ?? z.literal(constantOf(template) ?? template)
  if (typeof template !== 'object') return z.literal(template)
  if (!Array.isArray(template)) {
    const members = Object.entries(template).map(([name, member]) => [name, schemaOf(member, parts)])
    return z.strictObject(Object.fromEntries(members))
  }
  const [first, ...others] = template.map((item) => schemaOf(item, parts))
  return first ? z.tuple([first, ...others]) : z.array(z.never())
}
